import { createPrivateKey, createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import type { AccessToken, ClientCredentials, JWK, Provider } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import { profileOf } from '../management/oauth-profile.ts';

/** Access tokens are random strings, or JWTs that an API can verify itself: `OAuthProfile.TokenType`. */
export const TOKEN_TYPES = ['Opaque', 'JwtRS256'] as const;

/** Source: RFC 9068 section 2.1. */
const TYPE = 'at+jwt';

type IssuedToken = AccessToken | ClientCredentials;

interface JwtTokenParts {
  /** The tenant's private keys, newest first. */
  readonly keys: readonly JWK[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * The application whose `OAuthProfile` applies: the client's, or the one at whose URL a service user
   * obtained the token.
   */
  readonly applicationOf: (token: IssuedToken) => StoredApplication | undefined;
}

/**
 * Issues tokens of applications with `TokenType: "JwtRS256"` as JWTs (RFC 9068), signed with the tenant's RSA
 * key. Each represents the stored token named in its `jti`, so that revocation, introspection and the end of
 * a grant apply to it as to any other.
 */
export function issueJwtAccessTokens(provider: Provider, { keys, applicationOf, now }: JwtTokenParts): void {
  const pairs = keys.filter(({ kty }) => kty === 'RSA').map(pairOf);
  const [signing] = pairs;

  async function asJwt(token: IssuedToken, id: string): Promise<string> {
    if (signing === undefined) throw new Error('The tenant has no RSA key.');
    const issuedAt = Math.floor(now() / 1000);
    const subject = 'accountId' in token ? token.accountId : token.clientId;
    return new SignJWT({
      client_id: token.clientId,
      ...(token.scope === undefined ? {} : { scope: token.scope }),
    })
      .setProtectedHeader({ alg: 'RS256', typ: TYPE, kid: signing.id })
      .setIssuer(provider.issuer)
      .setAudience(token.clientId ?? '')
      .setSubject(subject ?? '')
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + token.expiration)
      .setJti(id)
      .sign(signing.privateKey);
  }

  /**
   * The stored token for a JWT of this tenant; any other text unchanged. The stored token determines the
   * expiry.
   */
  function idOf(value: string): string {
    const [header, payload, signature, ...rest] = value.split('.');
    if (header === undefined || payload === undefined || signature === undefined || rest.length > 0)
      return value;
    try {
      const { alg, typ, kid } = decodeProtectedHeader(value);
      const pair = pairs.find(({ id }) => id === kid);
      if (pair === undefined || alg !== 'RS256' || typ !== TYPE) return value;
      const signed = Buffer.from(`${header}.${payload}`);
      const isOurs = verify('sha256', signed, pair.publicKey, Buffer.from(signature, 'base64url'));
      return isOurs ? (decodeJwt(value).jti ?? value) : value;
    } catch {
      return value;
    }
  }

  const { prototype } = provider.OIDCContext;
  const { entity } = prototype;
  // Before the library rejects JWTs there, because it stores none: ours represent stored tokens.
  prototype.entity = function entityOfStoredToken(key, value: unknown) {
    const isAboutToken = this.route === 'introspection' || this.route === 'revocation';
    const token = isAboutToken && key === 'Client' ? this.params?.['token'] : undefined;
    if (typeof token === 'string' && this.params !== undefined) this.params['token'] = idOf(token);
    entity.call(this, key, value);
  };

  for (const model of [provider.AccessToken, provider.ClientCredentials]) {
    const { save } = model.prototype;
    model.prototype.save = async function saveAsConfigured(this: IssuedToken) {
      const id = await save.call(this);
      const application = applicationOf(this);
      const isJwt = application !== undefined && profileOf(application)['TokenType'] === 'JwtRS256';
      return isJwt ? asJwt(this, id) : id;
    };
    const find: unknown = Reflect.get(model, 'find');
    if (typeof find !== 'function') throw new Error('The library has no find method for tokens.');
    Object.defineProperty(model, 'find', {
      value(this: unknown, token: unknown, ...rest: unknown[]): unknown {
        const id = typeof token === 'string' ? idOf(token) : token;
        return Reflect.apply(find, this, [id, ...rest]) as unknown;
      },
    });
  }
}

interface KeyPair {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

function pairOf(jwk: JWK): KeyPair {
  // The two libraries type the same JSON differently.
  const key = JSON.parse(JSON.stringify(jwk)) as JsonWebKey;
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  return { id: jwk.kid ?? '', privateKey, publicKey: createPublicKey(privateKey) };
}
