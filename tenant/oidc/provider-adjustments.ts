import { errors, type OIDCContext, type Provider } from 'oidc-provider';
import { isRecord } from '../requests/request-members.ts';
import { DESK_CLIENT_ID, isLoopbackRedirect } from './desk-client.ts';
import { routes } from './oidc-paths.ts';

/**
 * Accepts web, loopback and private-use scheme redirects side by side, as `redirect-address.ts` validates
 * them on writing: the library allows only one type per client, and disables a client that has both.
 */
export function admitRedirectsOfAnySort(provider: Provider): void {
  const schema = Reflect.get(provider.Client, 'Schema') as { readonly prototype: object };
  Reflect.set(schema.prototype, 'redirectUris', () => undefined);
}

/**
 * A native client may use any path on the loopback interface: by default only the port may differ (RFC 8252
 * section 7.3).
 */
export function admitLoopbackRedirects(provider: Provider): void {
  const prototype = provider.Client.prototype;
  const isRegistered = prototype.redirectUriAllowed;
  prototype.redirectUriAllowed = function redirectUriAllowed(value) {
    return isRegistered.call(this, value) || (this.clientId === DESK_CLIENT_ID && isLoopbackRedirect(value));
  };
}

/**
 * A sign-in with one of these methods is valid only for the request that brought it: its session is never
 * stored. The URL with a ticket could be observed on its way to the browser, and must not give a session to
 * the observer; and a bearer token is limited to its scopes, while a session is valid for every client.
 */
export function disableSessionsFor(provider: Provider, methods: readonly string[]): void {
  const prototype = provider.Session.prototype;
  const save = prototype.save;
  prototype.save = async function saveUnlessPassing(ttl) {
    if (this.amr?.some((method) => methods.includes(method)) !== true) return save.call(this, ttl);
    // The library always stores sessions that it considers touched.
    Object.assign(this, { touched: false });
    return '';
  };
}

/**
 * Narrows each request to the scopes that its client may ask for; the result is returned in `scope` (RFC 6749
 * section 3.3). A request without any allowed scope is rejected with `invalid_scope`.
 */
export function narrowScopes(
  provider: Provider,
  requestable: (clientId: string, context: OIDCContext) => readonly string[],
): void {
  const narrowed = {
    configurable: true,
    get(this: OIDCContext): Set<string> {
      const requested = textOf(this.params?.['scope'])?.split(' ') ?? [];
      if (this.client === undefined) return new Set(requested);
      const allowed = requestable(this.client.clientId, this);
      const granted = requested.filter((scope) => allowed.includes(scope));
      if (granted.length === 0 && requested.length > 0)
        throw new errors.InvalidScope(
          'The client is not allowed to request these scopes.',
          requested.join(' '),
        );
      return new Set(granted);
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

/**
 * The platform redirects with 302, the provider library with 303 (platform specification, "OpenID Connect
 * endpoints").
 */
export function redirectWithFound(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status === 303 && ctx.path.startsWith(routes.authorization)) ctx.status = 302;
  });
}

/** Rejects flows that the application doesn't allow with the right error (RFC 6749 section 4.1.2.1). */
export function rejectForeignFlows(provider: Provider): void {
  const prototype = provider.Client.prototype;
  const isAllowed = prototype.responseTypeAllowed;
  prototype.responseTypeAllowed = function responseTypeAllowed(type) {
    if (isAllowed.call(this, type)) return true;
    throw new errors.UnauthorizedClient(`The application does not allow the response type ${type}.`);
  };
}

/**
 * Three responses as standardized: revocation's is empty and therefore has no type (RFC 7009 section 2.2), a
 * request without a client, or from a client that isn't allowed at the URL, failed to authenticate, and a
 * client with a grant that isn't allowed gets that error (RFC 6749 section 5.2).
 */
export function respondAsDocumented(provider: Provider): void {
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
