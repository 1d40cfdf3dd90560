import type { Provider } from 'oidc-provider';
import { DESK_CLIENT_ID, isLoopbackRedirect } from './desk-client.ts';
import { routes } from './oidc-paths.ts';
import { TICKET_METHOD } from './sign-in-tickets.ts';

/** A native client may name any path on the loopback interface: only the port is free by default (RFC 8252 section 7.3). */
export function admitLoopbackRedirects(provider: Provider): void {
  const prototype = provider.Client.prototype;
  const isRegistered = prototype.redirectUriAllowed;
  prototype.redirectUriAllowed = function redirectUriAllowed(value) {
    return isRegistered.call(this, value) || (this.clientId === DESK_CLIENT_ID && isLoopbackRedirect(value));
  };
}

/**
 * A sign-in with a ticket counts for the request that brought it, and for no other: its session is never stored. The
 * address with the ticket can be read on its way to the browser, and must not be worth a session to whoever reads it.
 */
export function keepNoTicketSessions(provider: Provider): void {
  const prototype = provider.Session.prototype;
  const save = prototype.save;
  prototype.save = async function saveUnlessByTicket(ttl) {
    if (this.amr?.includes(TICKET_METHOD) !== true) return save.call(this, ttl);
    // The library insists on storing what it counts as touched.
    Object.assign(this, { touched: false });
    return '';
  };
}

/** The platform redirects with 302 where the provider library says 303 (platform specification, "OpenID Connect endpoints"). */
export function redirectWithFound(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status === 303 && ctx.path.startsWith(routes.authorization)) ctx.status = 302;
  });
}
