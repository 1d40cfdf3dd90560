import { errors, type OIDCContext, type Provider } from 'oidc-provider';
import { isRecord } from '../requests/request-members.ts';
import { DESK_CLIENT_ID, isLoopbackRedirect } from './desk-client.ts';
import { routes } from './oidc-paths.ts';

/**
 * Takes web addresses, loopback ones and private-use schemes side by side, as `redirect-address.ts` checks them when they are
 * written: the library has clients of one sort only, and disables one that has both.
 */
export function admitRedirectsOfAnySort(provider: Provider): void {
  const schema = Reflect.get(provider.Client, 'Schema') as { readonly prototype: object };
  Reflect.set(schema.prototype, 'redirectUris', () => undefined);
}

/** A native client may name any path on the loopback interface: only the port is free by default (RFC 8252 section 7.3). */
export function admitLoopbackRedirects(provider: Provider): void {
  const prototype = provider.Client.prototype;
  const isRegistered = prototype.redirectUriAllowed;
  prototype.redirectUriAllowed = function redirectUriAllowed(value) {
    return isRegistered.call(this, value) || (this.clientId === DESK_CLIENT_ID && isLoopbackRedirect(value));
  };
}

/**
 * A sign-in with one of these methods counts for the request that brought it, and for no other: its session is never
 * stored. The address with a ticket can be read on its way to the browser, and must not be worth a session to whoever
 * reads it; and a bearer token is good for what its scopes allow, while a session is good for every client.
 */
export function disableSessionsFor(provider: Provider, methods: readonly string[]): void {
  const prototype = provider.Session.prototype;
  const save = prototype.save;
  prototype.save = async function saveUnlessPassing(ttl) {
    if (this.amr?.some((method) => methods.includes(method)) !== true) return save.call(this, ttl);
    // The library insists on storing what it counts as touched.
    Object.assign(this, { touched: false });
    return '';
  };
}

/**
 * Narrows each request to the scopes that its client may ask for; what is left is told with `scope` (RFC 6749 section
 * 3.3). A request of which nothing is left is refused with `invalid_scope`.
 */
export function narrowScopes(
  provider: Provider,
  requestable: (clientId: string, context: OIDCContext) => readonly string[],
): void {
  const narrowed = {
    configurable: true,
    get(this: OIDCContext): Set<string> {
      const asked = textOf(this.params?.['scope'])?.split(' ') ?? [];
      if (this.client === undefined) return new Set(asked);
      const allowed = requestable(this.client.clientId, this);
      const kept = asked.filter((scope) => allowed.includes(scope));
      if (kept.length === 0 && asked.length > 0)
        throw new errors.InvalidScope('The client may ask for none of these scopes.', asked.join(' '));
      return new Set(kept);
    },
  };
  Object.defineProperties(provider.OIDCContext.prototype, {
    requestParamScopes: narrowed,
    requestParamOIDCScopes: narrowed,
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The platform redirects with 302 where the provider library says 303 (platform specification, "OpenID Connect endpoints"). */
export function redirectWithFound(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status === 303 && ctx.path.startsWith(routes.authorization)) ctx.status = 302;
  });
}

/** A flow that the application does not allow is refused as that (RFC 6749 section 4.1.2.1). */
export function refuseForeignFlows(provider: Provider): void {
  const prototype = provider.Client.prototype;
  const isAllowed = prototype.responseTypeAllowed;
  prototype.responseTypeAllowed = function responseTypeAllowed(type) {
    if (isAllowed.call(this, type)) return true;
    throw new errors.UnauthorizedClient(`The application does not allow the response type ${type}.`);
  };
}

/**
 * Three answers as their documents have them: revocation's is empty and therefore of no type (RFC 7009 section 2.2), a
 * request of no client, or of one that has no business at the address, failed to authenticate, and a client whose grant is
 * not allowed is told so (RFC 6749 section 5.2).
 */
export function answerAsDocumented(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path === routes.revocation && ctx.status === 200) ctx.remove('content-type');
    if (!CLIENT_ENDPOINTS.has(ctx.path) || ctx.status !== 400 || !isRecord(ctx.body)) return;
    const { error, error_description: reason } = ctx.body;
    const isNameless = reason === 'no client authentication mechanism provided';
    if (isNameless) ctx.body = { error: 'invalid_client', error_description: 'The request names no client.' };
    if (isNameless || error === 'invalid_client') {
      ctx.status = 401;
      ctx.set('www-authenticate', `Basic realm="${provider.issuer}"`);
    }
    if (reason === 'requested grant type is not allowed for this client')
      ctx.body = {
        error: 'unauthorized_client',
        error_description: 'The application does not allow this grant.',
      };
  });
}

const CLIENT_ENDPOINTS = new Set<string>([
  routes.token,
  routes.revocation,
  routes.introspection,
  routes.pushed_authorization_request,
]);
