import { createPublicKey, type KeyObject } from 'node:crypto';
import { isRecord } from '../requests/request-members.ts';
import { textIn, type OAuthProfile } from '../management/oauth-profile.ts';

/** Private members of a JSON Web Key (RFC 7518 sections 6.2.2, 6.3.2, 6.4.1). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'] as const;

type Jwk = Readonly<Record<string, unknown>>;

/** Problem with `Jwks`: only readable public keys are allowed. Messages never contain any part of a key. */
export function problemOfJwks(value: unknown): string | undefined {
  if (value === '') return undefined;
  const keys = isRecord(value) ? value['keys'] : undefined;
  if (!Array.isArray(keys) || !keys.every(isKey)) return 'must be a JSON Web Key Set: {"keys": […]}.';
  for (const [index, key] of keys.entries()) {
    if (PRIVATE_MEMBERS.some((name) => key[name] !== undefined))
      return `contains a private or symmetric key (keys[${index}]). Send public keys only.`;
    if (publicKeyOf(key) === undefined)
      return `has no valid public key in keys[${index}]. Check kty, crv and the key’s values.`;
  }
  return undefined;
}

/**
 * A setting that requires another member that is missing. Without it every sign-in to the application would
 * fail, which would otherwise be noticed only at the first sign-in.
 */
export function problemOfCredentials(
  profile: OAuthProfile,
): { readonly name: string; readonly problem: string } | undefined {
  const method = textIn(profile, 'TokenEndpointAuthMethod') ?? '';
  const hasSecret = textIn(profile, 'ClientSecret') !== undefined;
  // `client_secret_basic` is the default before the secret is set.
  if (!hasSecret && (method === 'client_secret_post' || method === 'client_secret_jwt'))
    return { name: 'TokenEndpointAuthMethod', problem: `is ${method}, which needs ClientSecret.` };
  const algorithm = textIn(profile, 'TokenEndpointAuthSigningAlg');
  if (method === 'private_key_jwt' && !hasKeyFor(profile, (key) => canVerify(key, algorithm)))
    return {
      name: 'TokenEndpointAuthMethod',
      problem: `is private_key_jwt, which needs Jwks with a public signing key${algorithm === undefined ? '' : ` for ${algorithm}`}, or JwksUri.`,
    };
  for (const name of ['IdTokenEncryptedResponseAlg', 'UserInfoEncryptedResponseAlg']) {
    const wanted = textIn(profile, name);
    if (wanted === undefined) continue;
    if (/^(?:RSA|ECDH)/.test(wanted) && !hasKeyFor(profile, (key) => canEncrypt(key, wanted)))
      return { name, problem: `is ${wanted}, which needs Jwks with a public key for it, or JwksUri.` };
    if (/^(?:A\d|dir$)/.test(wanted) && !hasSecret)
      return { name, problem: `is ${wanted}, which needs ClientSecret.` };
  }
  return undefined;
}

function hasKeyFor(profile: OAuthProfile, matches: (key: Jwk) => boolean): boolean {
  if (textIn(profile, 'JwksUri') !== undefined) return true;
  const jwks = profile['Jwks'];
  return isRecord(jwks) && Array.isArray(jwks['keys']) && jwks['keys'].filter(isKey).some(matches);
}

const isKey = (value: unknown): value is Jwk => isRecord(value) && typeof value['kty'] === 'string';

function publicKeyOf(key: Jwk): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...key }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** Source: RFC 7518 section 3.1, RFC 8037 section 3.1. */
function canVerify(key: Jwk, algorithm: string | undefined): boolean {
  if (key['use'] === 'enc') return false;
  const type = publicKeyOf(key)?.asymmetricKeyType;
  if (type === undefined || type === 'x25519' || type === 'x448') return false;
  if (algorithm === undefined) return true;
  if (/^[RP]S/.test(algorithm)) return type === 'rsa';
  return algorithm.startsWith('ES') ? type === 'ec' : type.startsWith('ed');
}

/** Source: RFC 7518 section 4.1, RFC 8037 section 3.2. */
function canEncrypt(key: Jwk, algorithm: string): boolean {
  if (key['use'] === 'sig') return false;
  const type = publicKeyOf(key)?.asymmetricKeyType ?? '';
  return algorithm.startsWith('RSA') ? type === 'rsa' : type === 'ec' || type.startsWith('x');
}
