import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openManifest } from '../../main/updates/open-manifest.ts';

const run = promisify(execFile);
const pair = generateKeyPairSync('ed25519');
const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const release = async (...args: readonly string[]): Promise<string> =>
  (
    await run(process.execPath, ['tools/release.ts', ...args], {
      env: { ...process.env, RELEASE_KEY: privateKey },
    })
  ).stdout;

const billSchema = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      hashes: z.array(z.unknown()).min(1),
    }),
  ),
});

describe('the steps of a release', () => {
  it('print the notes of a version from the changelog', async () => {
    expect(await release('notes', '0.1.0')).toMatch(/^The first version\.\n/);
    await expect(release('notes', '9.9.9')).rejects.toThrow('CHANGELOG.md has no notes for 9.9.9');
  });

  it('list the components with their versions and hashes, sign all files, and verify them', async () => {
    const bill = join(folder, 'tenant-desk.cdx.json');
    await release('sbom', bill);
    const { components } = billSchema.parse(JSON.parse(await readFile(bill, 'utf8')));
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['electron', 'got', 'keytar', 'svelte', 'zod']));
    expect(names).not.toContain('vitest');

    await writeFile(join(folder, 'tenant-desk.AppImage'), 'the program');
    expect(await release('sums', folder)).toBe('tenant-desk.AppImage\ntenant-desk.cdx.json\n');
    const key = join(tmpdir(), `release-${process.pid}.pem`);
    await writeFile(key, publicKey);
    expect(await release('verify', folder, key)).toContain('tenant-desk.AppImage: OK');
    await writeFile(join(folder, 'tenant-desk.AppImage'), 'another program');
    await expect(release('verify', folder, key)).rejects.toThrow(
      'tenant-desk.AppImage has another SHA-256 sum.',
    );
    await rm(key);
  });

  it('offer a version to some installations, to more, and to none', async () => {
    const out = await mkdtemp(join(folder, 'offered-'));
    await writeFile(join(out, 'tenant-desk-0.1.0-linux-x86_64.AppImage'), 'the program');
    await writeFile(join(out, 'tenant-desk-0.1.0-win-arm64.exe'), 'the installer');
    await writeFile(join(out, 'tdesk-0.1.0-linux-x64'), 'the command line');
    expect(await release('manifest', out, '0.1.0', '10')).toBe(
      'stable.json: 0.1.0, 2 files, 10 %\npreview.json: 0.1.0, 2 files, 10 %\n',
    );
    const file = join(out, 'stable.json');
    const read = async (lastSequence: number) =>
      openManifest(await readFile(file), { publicKey, channel: 'stable', lastSequence, now: Date.now() });
    const first = await read(0);
    expect(first).toMatchObject({
      version: '0.1.0',
      rollout: 10,
      notes: expect.stringMatching(/^The first version\./),
      files: [
        { path: '0.1.0/tenant-desk-0.1.0-linux-x86_64.AppImage', kind: 'appimage', arch: 'x64', size: 11 },
        { path: '0.1.0/tenant-desk-0.1.0-win-arm64.exe', kind: 'nsis', arch: 'arm64', size: 13 },
      ],
    });
    await release('rollout', file, '100');
    const second = await read(first.sequence + 1);
    expect(second).toMatchObject({ rollout: 100, files: first.files });
    await release('hold', file, '0.1.0');
    expect(await read(second.sequence + 1)).toMatchObject({ rollout: 100, heldBack: ['0.1.0'] });
    await expect(release('rollout', file, '101')).rejects.toThrow('101 is not a whole number from 0 to 100.');
    await writeFile(file, '{"manifest":"{}","signature":""}');
    await expect(release('rollout', file, '50')).rejects.toThrow('isn’t signed by the publisher');
  });

  it('say how they are used', async () => {
    await expect(release('publish', 'now')).rejects.toThrow('Usage: npm run --silent release -- VERB');
  });
});
