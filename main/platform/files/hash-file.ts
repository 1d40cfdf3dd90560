import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** The hash of a file of any size. */
export async function hashFile(path: string, algorithm: 'sha256' | 'sha512'): Promise<Buffer> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}
