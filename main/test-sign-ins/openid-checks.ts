import { createHash } from 'node:crypto';
import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload } from 'jose';
import type { SignInCheck } from '../../contract/test-sign-ins/test-sign-ins.ts';
import { failed, passed, skipped, timeLeft } from './check.ts';

/** What an ID token is checked against. */
export interface ExpectedToken {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
  /** Of the tenant. */
  readonly keys: JSONWebKeySet;
  /** What was returned with it, if anything. */
  readonly accessToken: string | undefined;
  /** Only when it came through the browser, together with the token. */
  readonly code: string | undefined;
  /** Seconds since the epoch. */
  readonly now: number;
}

/** Allowed clock skew in seconds. */
const tolerance = 30;

/** Every check of OpenID Connect Core 1.0, 3.1.3.7 and 3.2.2.9, also after one failed, so that all problems show at once. */
export async function checkIdToken(
  token: string,
  algorithm: string,
  claims: JWTPayload,
  expected: ExpectedToken,
): Promise<readonly SignInCheck[]> {
  return [
    await checkSignature(token, algorithm, expected.keys),
    compare('Issuer matches', claims.iss, expected.issuer, "It isn't the tenant's issuer."),
    checkAudience(claims, expected.clientId),
    checkTimes(claims, expected.now),
    compare('Nonce matches', claims['nonce'], expected.nonce, 'The token belongs to another request.'),
    checkHash('Access token hash matches', claims['at_hash'], expected.accessToken, algorithm),
    ...(expected.code === undefined
      ? []
      : [checkHash('Code hash matches', claims['c_hash'], expected.code, algorithm)]),
  ];
}

export async function checkSignature(
  token: string,
  algorithm: string,
  keys: JSONWebKeySet,
  name = 'Signature valid',
): Promise<SignInCheck> {
  if (/^HS\d+$/.test(algorithm))
    return skipped(name, `${algorithm}: signed with the client secret, which only the application has`);
  if (algorithm.toLowerCase() === 'none') return failed(name, 'none', 'The token is not signed.');
  try {
    await compactVerify(token, createLocalJWKSet(keys));
    return passed(name, algorithm);
  } catch (error) {
    const isKeyMissing = error instanceof errors.JWKSNoMatchingKey;
    return failed(
      name,
      algorithm,
      isKeyMissing
        ? "None of the tenant's signing keys (JWKS) matches the token."
        : "The signature doesn't match the token. Its content may have been changed.",
    );
  }
}

function compare(name: string, received: unknown, expected: string, explanation: string): SignInCheck {
  if (received === expected) return passed(name, expected);
  return failed(name, '', explanation, { received: textOf(received), expected });
}

function checkAudience({ aud, azp }: JWTPayload & { readonly azp?: unknown }, clientId: string): SignInCheck {
  const name = 'Audience matches';
  const audiences = [aud ?? []].flat();
  const received = audiences.join(', ');
  if (!audiences.includes(clientId))
    return failed(name, '', "The token isn't meant for this application.", { received, expected: clientId });
  if ((audiences.length > 1 || azp !== undefined) && azp !== clientId)
    return failed(name, '', 'With several audiences, azp must be this application.', {
      received: textOf(azp),
      expected: clientId,
    });
  return passed(name, clientId);
}

function checkTimes({ exp, iat, nbf }: JWTPayload, now: number): SignInCheck {
  const name = 'Not expired';
  if (exp === undefined || iat === undefined)
    return failed(name, '', `The token has no ${exp === undefined ? 'exp' : 'iat'} claim.`);
  if (exp + tolerance <= now)
    return failed(name, '', 'The token has expired. Compare the clocks of this computer and the tenant.');
  if (Math.max(iat, nbf ?? iat) > now + tolerance)
    return failed(name, '', "The token isn't valid yet. Compare the clocks of this computer and the tenant.");
  return passed(name, timeLeft(exp - now));
}

/** Left half of the hash of the token's algorithm. Source: OpenID Connect Core 1.0, 3.1.3.6. */
function checkHash(
  name: string,
  received: unknown,
  hashed: string | undefined,
  algorithm: string,
): SignInCheck {
  if (hashed === undefined || received === undefined) return skipped(name, 'Not sent');
  const digest = createHash(`sha${/\d{3}$/.exec(algorithm)?.[0] ?? (/^Ed/.test(algorithm) ? '512' : '256')}`)
    .update(hashed)
    .digest();
  const expected = digest.subarray(0, digest.length / 2).toString('base64url');
  return compare(name, received, expected, "It doesn't match what the token was issued with.");
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '(none)' : JSON.stringify(value);
