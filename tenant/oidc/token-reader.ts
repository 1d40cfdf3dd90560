import type Provider from 'oidc-provider';
import type { AccessToken, ClientCredentials } from 'oidc-provider';
import type { AccessTokenClaims } from '../context/tenant-context.ts';
import { APPLICATION_CLAIM } from './provider-configuration.ts';
import type { IssuedToken } from './scope-registry.ts';
import type { createServiceUsers } from './service-users.ts';

/** The content of a token. The application decides for each call whether the token may make it. */
type VerifiedToken = Omit<AccessTokenClaims, 'allowedPaths'> & IssuedToken;

/** Verified tokens that are remembered; a change to any artifact forgets them all. */
const REMEMBERED_TOKENS = 500;

export interface TokenReaderParts {
  readonly provider: Provider;
  readonly serviceUsers: Pick<ReturnType<typeof createServiceUsers>, 'findUserId'>;
  readonly now: () => number;
  readonly steadyNow: () => number;
}

/** Reads access tokens, with a cache of recent ones. */
export interface TokenReader {
  /** Undefined for what is no token of this provider. */
  read(token: string): Promise<VerifiedToken | undefined>;
  /** Clears the cache. */
  forget(): void;
}

export function createTokenReader({ provider, serviceUsers, now, steadyNow }: TokenReaderParts): TokenReader {
  const verified = new Map<string, VerifiedToken>();

  return {
    async read(token) {
      const known = verified.get(token);
      if (known !== undefined) return known;
      const found =
        (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
      if (found === undefined || found.clientId === undefined || found.exp === undefined) return undefined;
      const subject =
        'accountId' in found
          ? found.accountId
          : (serviceUsers.findUserId(found.clientId) ?? `client:${found.clientId}`);
      const claims = {
        subject,
        clientId: found.clientId,
        scope: found.scope?.split(' ') ?? [],
        grant: grantOf(found),
        applicationId: applicationIdOf(found),
        expiresAt: found.exp + Math.floor((steadyNow() - now()) / 1000),
      };
      if (verified.size >= REMEMBERED_TOKENS) verified.clear();
      verified.set(token, claims);
      return claims;
    },
    forget: () => verified.clear(),
  };
}

function grantOf(token: AccessToken | ClientCredentials): string {
  const grants = 'gty' in token && typeof token.gty === 'string' ? token.gty : 'client_credentials';
  return grants.split(' ')[0] ?? grants;
}

/** The ID of the application from whose token endpoint a service user obtained its token. */
export function applicationIdOf({ extra }: AccessToken | ClientCredentials): string | undefined {
  const id = extra?.[APPLICATION_CLAIM];
  return typeof id === 'string' ? id : undefined;
}
