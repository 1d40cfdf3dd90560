import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { EntrancePage } from '../http/entrance-page.ts';
import { isNavigation, privatePathOf } from '../http/private-path.ts';
import type { AddressedClient } from './addressed-application.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { methodsOf, toOidcTarget } from './oidc-paths.ts';
import { asPlainOAuth } from './plain-oauth.ts';
import { isNavigatedTo, isResumption, takePosted } from './posted-navigation.ts';

/**
 * Routes the provider's URLs to it before Fastify reads the body, so that fault injection and the trusted
 * origins, which are earlier onRequest hooks, cover it like everything else. `findClient` finds the client
 * for a name in `/oauth2/{endpoint}/{app}`. Browsers without their private path are redirected to it by
 * `entrance`.
 */
export function mountProvider(
  app: FastifyInstance,
  identity: IdentityProvider,
  findClient: (name: string) => AddressedClient | undefined,
  entrance: (target: string) => EntrancePage,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const target = toOidcTarget(request.url);
    if (target === undefined) return;
    const methods = methodsOf(target);
    // Preflights were answered before; other OPTIONS requests get the allowed methods.
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] === undefined)
      return reply.code(204).header('allow', methods.join(', ')).send();
    const isAllowed =
      request.method === 'OPTIONS' || methods.includes(request.method === 'HEAD' ? 'GET' : request.method);
    if (!isAllowed) {
      return reply
        .code(405)
        .headers({ allow: methods.join(', '), 'cache-control': 'no-store' })
        .send({ error: 'invalid_request', error_description: `Use ${methods.join(' or ')}.` });
    }
    const privatePath = privatePathOf(request.raw);
    if (privatePath === '' && isArrival(request)) {
      const page = entrance(request.url);
      return reply
        .headers({ ...page.headers, 'set-cookie': expireSharedCookies(identity.provider) })
        .send(page.html);
    }
    if (target.application !== undefined) {
      const client = findClient(target.application);
      if (client === undefined) {
        return reply
          .code(404)
          .header('cache-control', 'no-store')
          .send({
            error: 'invalid_request',
            error_description: `No OpenID Connect or OAuth application named ${target.application} found.`,
          });
      }
      await identity.addressTo(request.raw, client);
    } else await identity.readBasic(request.raw);
    let { url } = target;
    if (target.endpoint === 'authorize' && request.headers.authorization !== undefined) {
      const rejection = await admitServiceUser(identity, request);
      if (rejection !== undefined) {
        const { status, ...body } = rejection;
        if (status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"');
        return reply.code(status).header('cache-control', 'no-store').send(body);
      }
      // Service users' programs send no nonce: they use their own connection, and no one can replay the
      // response.
      if (!/[?&]nonce=/.test(url)) url += `&nonce=${randomUUID()}`;
    }
    if (request.method === 'POST' && isNavigatedTo(request.url)) {
      const posted = await takePosted(request.raw, url);
      if (posted.state === 'sent-on')
        return reply.header('cache-control', 'no-store').redirect(`${privatePath}${posted.url}`, 303);
      if (posted.state === 'rejected') {
        return reply
          .code(posted.status)
          .header('cache-control', 'no-store')
          .send({ error: 'invalid_request', error_description: posted.reason });
      }
      ({ url } = posted);
    }
    reply.hijack();
    request.raw.url = target.endpoint === 'authorize' ? asPlainOAuth(url) : url;
    // The provider derives its own URLs from it.
    Reflect.set(request.raw, 'originalUrl', `${privatePath}${request.raw.url}`);
    if (target.endpoint === 'token' || target.endpoint === 'userinfo') {
      reply.raw.setHeader('pragma', 'no-cache');
      reply.raw.setHeader('cache-control', 'no-store');
    }
    identity.handle(request.raw, reply.raw);
    return reply;
  });
}

/** Whether a browser starts a flow here; the return from the sign-in pages already has its cookies. */
function isArrival({ method, url, raw }: FastifyRequest): boolean {
  return method === 'GET' && isNavigation(raw) && isNavigatedTo(url) && !isResumption(url);
}

/** Earlier versions set the session cookie for every path, and so for every port. */
function expireSharedCookies(provider: Provider): string[] {
  const name = provider.cookieName('session');
  return [name, `${name}.sig`].map(
    (one) => `${one}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; httponly`,
  );
}

interface Rejection {
  readonly status: 400 | 401;
  readonly error: 'invalid_request' | 'invalid_token';
  readonly error_description: string;
}

/**
 * At the authorization endpoint, a token only yields an ID token for the token's service user: issuing a code or
 * an access token would bypass its scopes, and accepting another user's token would bypass that user's
 * sign-in.
 */
async function admitServiceUser(
  identity: IdentityProvider,
  request: FastifyRequest,
): Promise<Rejection | undefined> {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  if (query.get('response_type') !== 'id_token') {
    return {
      status: 400,
      error: 'invalid_request',
      error_description: 'With a bearer token, response_type in the query must be id_token.',
    };
  }
  const token = /^Bearer +([\w\-.~+/]+=*) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && (await identity.actAsServiceUser(request.raw, token))) return undefined;
  return {
    status: 401,
    error: 'invalid_token',
    error_description: "The access token isn't a service user's, or is expired or revoked.",
  };
}
