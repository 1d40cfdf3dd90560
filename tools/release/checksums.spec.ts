import type { KeyObject } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyChecksums, writeChecksums } from './checksums.ts';

const { privateKey, publicKey } = inPem(generateKeyPairSync('ed25519'));

function inPem(pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }) {
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'released-'));
  await writeFile(join(folder, 'a b.zip'), 'first');
  await writeFile(join(folder, 'b.deb'), 'second');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('checksums of a release', () => {
  it('list every file, and are verified with the public key', async () => {
    expect(await writeChecksums(folder, privateKey)).toEqual(['a b.zip', 'b.deb']);
    expect(await verifyChecksums(folder, publicKey)).toEqual(['a b.zip', 'b.deb']);
    // A second run lists neither itself nor the signature.
    expect(await writeChecksums(folder, privateKey)).toEqual(['a b.zip', 'b.deb']);
  });

  it.runIf(process.platform === 'linux')('are read by sha256sum', async () => {
    await writeChecksums(folder, privateKey);
    const output = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(output).toBe('a b.zip: OK\nb.deb: OK\n');
  });

  it.each([
    ['a changed file', 'b.deb has another SHA-256 sum.', () => writeFile(join(folder, 'b.deb'), 'third')],
    ['a missing file', 'ENOENT', () => rm(join(folder, 'b.deb'))],
    ['an added file', "SHA256SUMS doesn't list c.exe.", () => writeFile(join(folder, 'c.exe'), 'added')],
    [
      'changed sums',
      'SHA256SUMS.sig is not a signature',
      async () => {
        const path = join(folder, 'SHA256SUMS');
        await writeFile(path, (await readFile(path, 'utf8')).replace('b.deb', 'c.deb'));
      },
    ],
  ])('find %s', async (_case, message, tamper) => {
    await writeChecksums(folder, privateKey);
    await tamper();
    await expect(verifyChecksums(folder, publicKey)).rejects.toThrow(message);
  });

  it('accept the signature of no other key, and no other kind of key', async () => {
    await writeChecksums(folder, privateKey);
    const other = inPem(generateKeyPairSync('ed25519'));
    await expect(verifyChecksums(folder, other.publicKey)).rejects.toThrow('is not a signature');
    const rsa = inPem(generateKeyPairSync('rsa', { modulusLength: 2048 }));
    await expect(writeChecksums(folder, rsa.privateKey)).rejects.toThrow('has to be an Ed25519 key');
  });

  it('are not written for a folder without files', async () => {
    await rm(join(folder, 'a b.zip'));
    await rm(join(folder, 'b.deb'));
    await expect(writeChecksums(folder, privateKey)).rejects.toThrow('has no files to release');
  });
});
