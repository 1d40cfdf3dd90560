import { createPublicKey, verify } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFile } from '../../main/platform/files/hash-file.ts';
import { ed25519, signText } from './release-key.ts';

/** Names of the files that say how the others have to be. */
export const checksumsFile = 'SHA256SUMS';
export const signatureFile = 'SHA256SUMS.sig';

/**
 * Writes the SHA-256 sums of all files of the folder, in the format of `sha256sum`, and signs them with the Ed25519 key (PEM).
 * Resolves to the names of the files.
 */
export async function writeChecksums(folder: string, privateKey: string): Promise<string[]> {
  const names = await releasedFiles(folder);
  if (names.length === 0) throw new Error(`${folder} has no files to release.`);
  const lines = await Promise.all(
    names.map(async (name) => `${await sha256(join(folder, name))}  ${name}\n`),
  );
  const text = lines.join('');
  await writeFile(join(folder, checksumsFile), text);
  await writeFile(join(folder, signatureFile), signText(text, privateKey));
  return names;
}

/** Throws, and names the file, if one is missing, was changed, or isn't listed, or if the signature isn't of this key (PEM). */
export async function verifyChecksums(folder: string, publicKey: string): Promise<string[]> {
  const text = await readFile(join(folder, checksumsFile), 'utf8');
  const signature = await readFile(join(folder, signatureFile));
  if (!verify(null, Buffer.from(text), ed25519(createPublicKey(publicKey)), signature))
    throw new Error(`${signatureFile} is not a signature of ${checksumsFile} with this key.`);
  const expected = new Map(text.split('\n').filter(Boolean).map(parseLine));
  for (const name of await releasedFiles(folder)) {
    if (!expected.has(name)) throw new Error(`${checksumsFile} doesn't list ${name}.`);
  }
  for (const [name, sum] of expected) {
    if ((await sha256(join(folder, name))) !== sum) throw new Error(`${name} has another SHA-256 sum.`);
  }
  return [...expected.keys()];
}

function parseLine(line: string): [name: string, sum: string] {
  const [, sum, name] = /^([0-9a-f]{64}) {2}([^/\\]+)$/.exec(line) ?? [];
  if (sum === undefined || name === undefined)
    throw new Error(`${checksumsFile} has a line that isn't a sum: ${line}`);
  return [name, sum];
}

async function releasedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== checksumsFile && entry.name !== signatureFile)
    .map(({ name }) => name)
    .toSorted();
}

const sha256 = async (path: string): Promise<string> => (await hashFile(path, 'sha256')).toString('hex');
