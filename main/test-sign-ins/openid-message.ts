import { decodeJwt, decodeProtectedHeader, type JWTPayload, type ProtectedHeaderParameters } from 'jose';

/** Maximum bytes of one answer of the tenant. */
export const maxBytes = 1024 * 1024;

export interface DecodedToken {
  readonly header: ProtectedHeaderParameters;
  readonly algorithm: string;
  readonly claims: JWTPayload;
}

/** A JSON Web Token, decoded but not yet checked; undefined when it isn't one. */
export function decoded(token: string): DecodedToken | undefined {
  try {
    const header = decodeProtectedHeader(token);
    return { header, algorithm: header.alg ?? 'none', claims: decodeJwt(token) };
  } catch {
    return undefined;
  }
}

/** Undefined for what isn't JSON. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
