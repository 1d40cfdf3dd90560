import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Looks for secrets in every byte of every file under a folder, in the forms in which text is stored: as it is,
 * as UTF-16, in base64 and in hexadecimal. Returns `file: first characters of the secret`, so that a failing
 * test names the place without printing the secret.
 */
export function findInFolder(folder: string, secrets: readonly string[]): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  if (files.length === 0) throw new Error(`There is nothing to search in ${folder}.`);
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const bytes = readOrNothing(path);
    return secrets
      .filter((secret) => formsOf(secret).some((form) => bytes.includes(form)))
      .map((secret) => `${path.slice(folder.length + 1)}: ${secret.slice(0, 4)}…`);
  });
}

/** A file that is gone by now, as those of a database that is being closed, holds nothing any more. */
function readOrNothing(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

function formsOf(secret: string): readonly Buffer[] {
  const bytes = Buffer.from(secret, 'utf8');
  // Without its last bytes, whose form depends on what follows.
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
  return [
    bytes,
    Buffer.from(secret, 'utf16le'),
    Buffer.from(whole.toString('base64')),
    Buffer.from(whole.toString('base64url')),
    Buffer.from(bytes.toString('hex')),
  ];
}
