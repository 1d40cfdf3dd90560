/**
 * Credentials of Windows hold at most 2560 bytes, and keytar stores UTF-8 there; a pair of tokens is often longer.
 * Source: wincred.h, CRED_MAX_CREDENTIAL_BLOB_SIZE.
 */
const maxBytes = 2000;

/** Splits a secret between characters into parts that every keychain takes; short ones stay whole. */
export function splitSecret(secret: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of secret) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxBytes) {
      parts.push(part);
      part = '';
      bytes = 0;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part];
}
