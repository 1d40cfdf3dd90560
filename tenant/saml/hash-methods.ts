import { createHash, createSign, createVerify, type BinaryLike, type KeyLike } from 'node:crypto';
import type { HashAlgorithm, SignatureAlgorithm } from 'xml-crypto';
import { createOptionalCallbackFunction } from 'xml-crypto';
import { digestAlgorithms, signatureAlgorithms, type HashName } from './saml-names.ts';

type Method<Made> = new () => Made;

/** RSA with PKCS #1 padding and one hash, because the XML signature library has none with SHA-384. */
function signatureMethod(hash: HashName): Method<SignatureAlgorithm> {
  return class implements SignatureAlgorithm {
    readonly getSignature = createOptionalCallbackFunction((content: BinaryLike, key: KeyLike): string =>
      createSign(hash).update(content).sign(key, 'base64'),
    );
    readonly verifySignature = createOptionalCallbackFunction(
      (content: string, key: KeyLike, signature: string): boolean =>
        createVerify(hash).update(content).verify(key, signature, 'base64'),
    );
    getAlgorithmName(): string {
      return signatureAlgorithms[hash];
    }
  };
}

function digestMethod(hash: HashName): Method<HashAlgorithm> {
  return class implements HashAlgorithm {
    getHash(xml: string): string {
      return createHash(hash).update(xml, 'utf8').digest('base64');
    }
    getAlgorithmName(): string {
      return digestAlgorithms[hash];
    }
  };
}

/** The methods with these hashes, by their names in documents. */
export function hashMethods(hashes: readonly HashName[]): {
  readonly signatures: Record<string, Method<SignatureAlgorithm>>;
  readonly digests: Record<string, Method<HashAlgorithm>>;
} {
  return {
    signatures: Object.fromEntries(hashes.map((hash) => [signatureAlgorithms[hash], signatureMethod(hash)])),
    digests: Object.fromEntries(hashes.map((hash) => [digestAlgorithms[hash], digestMethod(hash)])),
  };
}

/** Hashes accepted in request signatures: SHA-1 is no longer secure. */
export const requestHashes = ['sha256', 'sha384', 'sha512'] as const satisfies readonly HashName[];
