import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { failure } from '../platform/errors/failure.ts';
import type { Encryption } from './backup-header.ts';

const tagBytes = 16;
const keyBytes = 32;

/** scrypt with N = 2^17, as OWASP recommends: 128 MiB and some tenths of a second for each guess. */
export const newEncryption = (): Encryption => ({
  kdf: 'scrypt',
  cost: 2 ** 17,
  blockSize: 8,
  parallelization: 1,
  salt: randomBytes(32).toString('base64'),
  cipher: 'aes-256-gcm',
  nonce: randomBytes(12).toString('base64'),
});

/** The parameters are those of a checked header, which bounds them. */
function deriveKey(
  passphrase: string,
  { cost, blockSize, parallelization, salt }: Encryption,
): Promise<Buffer> {
  const options = { N: cost, r: blockSize, p: parallelization, maxmem: 130 * cost * blockSize + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    // The same characters may be typed as different code points on another system.
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), keyBytes, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

export interface Sealing {
  update(bytes: Uint8Array): Uint8Array;
  /** The rest, and the tag that proves that nothing was changed or cut. */
  end(): Uint8Array;
}

/** Encrypts a stream. `line` is the first line of the file: it is authenticated too. */
export async function createSealing(
  passphrase: string,
  encryption: Encryption,
  line: string,
): Promise<Sealing> {
  const key = await deriveKey(passphrase, encryption);
  const cipher = createCipheriv(encryption.cipher, key, Buffer.from(encryption.nonce, 'base64'), {
    authTagLength: tagBytes,
  });
  cipher.setAAD(Buffer.from(line));
  return {
    update: (bytes) => cipher.update(bytes),
    end: () => Buffer.concat([cipher.final(), cipher.getAuthTag()]),
  };
}

/** Throws `passphrase-wrong`, also for a file that was changed: both look the same. Nothing is used before all is authenticated. */
export async function unseal(
  payload: Uint8Array,
  passphrase: string,
  {
    encryption,
    line,
    name,
  }: { readonly encryption: Encryption; readonly line: string; readonly name: string },
): Promise<Uint8Array> {
  const key = await deriveKey(passphrase, encryption);
  try {
    const tagAt = payload.length - tagBytes;
    const decipher = createDecipheriv(encryption.cipher, key, Buffer.from(encryption.nonce, 'base64'), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(line));
    decipher.setAuthTag(payload.subarray(Math.max(0, tagAt)));
    return Buffer.concat([decipher.update(payload.subarray(0, Math.max(0, tagAt))), decipher.final()]);
  } catch (cause) {
    throw failure(
      'passphrase-wrong',
      `This passphrase doesn’t open ${name}. Check it. If it is right, the file is damaged: use another backup.`,
      { cause },
    );
  }
}
