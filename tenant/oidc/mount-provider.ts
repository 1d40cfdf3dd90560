import type { FastifyInstance } from 'fastify';
import { checkBearer } from '../http/bearer.ts';
import type { TenantContext } from '../tenant-context.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { toOidcTarget } from './oidc-paths.ts';

/**
 * Hands the provider's addresses to it before Fastify reads the body, so that fault injection and the
 * trusted origins, which are earlier onRequest hooks, cover it like everything else.
 * `isApplication` tells whether a name in `/oauth2/{endpoint}/{app}` is one of this tenant.
 */
export function mountProvider(
  app: FastifyInstance,
  context: TenantContext,
  identity: IdentityProvider,
  isApplication: (name: string) => boolean,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const target = toOidcTarget(request.url);
    if (target === undefined) return;
    if (target.application !== undefined && !isApplication(target.application)) {
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .send({
          error: 'invalid_request',
          error_description: `This tenant has no application named ${target.application}.`,
        });
    }
    if (target.endpoint === 'authorize' && request.headers.authorization !== undefined) {
      const bearer = await checkBearer(context, request.headers.authorization);
      if (bearer.state !== 'accepted') {
        return reply
          .code(401)
          .header('www-authenticate', 'Bearer error="invalid_token"')
          .send({ error: 'invalid_token' });
      }
      await identity.actAsSignedIn(request.raw, bearer.claims);
    }
    reply.hijack();
    request.raw.url = target.url;
    if (target.endpoint === 'token' || target.endpoint === 'userinfo') {
      reply.raw.setHeader('pragma', 'no-cache');
      reply.raw.setHeader('cache-control', 'no-store');
    }
    identity.handle(request.raw, reply.raw);
    return reply;
  });
}
