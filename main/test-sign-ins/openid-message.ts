import { decodeJwt, decodeProtectedHeader, type JWTPayload, type ProtectedHeaderParameters } from 'jose';

/** Bytes of one answer of the tenant. */
export const maxBytes = 1024 * 1024;

export interface DecodedToken {
  readonly header: ProtectedHeaderParameters;
  readonly algorithm: string;
  readonly claims: JWTPayload;
}

/** A JSON Web Token, read and not yet checked; undefined for what is none. */
export function decoded(token: string): DecodedToken | undefined {
  try {
    const header = decodeProtectedHeader(token);
    return { header, algorithm: header.alg ?? 'none', claims: decodeJwt(token) };
  } catch {
    return undefined;
  }
}

/** Undefined for what is not JSON. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
