import type { Provider } from 'oidc-provider';
import { DESK_CLIENT_ID, isLoopbackRedirect } from './desk-client.ts';
import { routes } from './oidc-paths.ts';

/** A native client may name any path on the loopback interface: only the port is free by default (RFC 8252 section 7.3). */
export function admitLoopbackRedirects(provider: Provider): void {
  const prototype = provider.Client.prototype;
  const isRegistered = prototype.redirectUriAllowed;
  prototype.redirectUriAllowed = function redirectUriAllowed(value) {
    return isRegistered.call(this, value) || (this.clientId === DESK_CLIENT_ID && isLoopbackRedirect(value));
  };
}

/** The platform redirects with 302 where the provider library says 303 (platform specification, "OpenID Connect endpoints"). */
export function redirectWithFound(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status === 303 && ctx.path.startsWith(routes.authorization)) ctx.status = 302;
  });
}
