import type { IncomingMessage } from 'node:http';
import type { Provider } from 'oidc-provider';
import { isRecord } from '../requests/request-members.ts';
import type { AddressedClient } from './addressed-application.ts';
import { addressOfOne, DISCOVERY } from './oidc-paths.ts';

/**
 * Lists the URLs of one application in the metadata at `/{app}/.well-known/openid-configuration`. The issuer
 * is the tenant's, as in every token.
 */
export function describeOneClient(
  provider: Provider,
  addressedBy: (request: IncomingMessage) => AddressedClient | undefined,
): void {
  provider.use(async (ctx, next) => {
    await next();
    const addressed = ctx.path === DISCOVERY ? addressedBy(ctx.req) : undefined;
    if (addressed === undefined || !isRecord(ctx.body)) return;
    const at = (endpoint: Parameters<typeof addressOfOne>[0]): string =>
      `${provider.issuer}${addressOfOne(endpoint, addressed.name)}`;
    ctx.body = {
      ...ctx.body,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      userinfo_endpoint: at('userinfo'),
      revocation_endpoint: at('revoke'),
      introspection_endpoint: at('introspect'),
    };
  });
}
