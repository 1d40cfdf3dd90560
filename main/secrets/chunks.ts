/**
 * Credentials of Windows hold at most 2560 bytes of UTF-16, which is 1280 characters; a pair of tokens is often
 * longer. Source: wincred.h, CRED_MAX_CREDENTIAL_BLOB_SIZE.
 */
const maxCharacters = 1200;

/** Splits a secret into parts that every keychain takes. A single part is the rule elsewhere than on Windows. */
export function splitSecret(secret: string): readonly string[] {
  const parts: string[] = [];
  for (let start = 0; start < secret.length; start += maxCharacters) {
    parts.push(secret.slice(start, start + maxCharacters));
  }
  return parts.length === 0 ? [''] : parts;
}
