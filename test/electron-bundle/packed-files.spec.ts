import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Arch } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathsInArchive } from '../packed/asar-archive.ts';
import { packProgram } from '../packed/pack-program.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function pack(arch: Arch): Promise<{ readonly inside: string[]; readonly beside: string[] }> {
  const resources = await packProgram(folder, arch);
  const found = await readdir(join(resources, 'app.asar.unpacked'), { recursive: true, withFileTypes: true });
  return {
    inside: await pathsInArchive(join(resources, 'app.asar')),
    beside: found
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(resources, 'app.asar.unpacked'), join(entry.parentPath, entry.name))),
  };
}

describe.runIf(process.platform === 'linux')('the packed program', () => {
  it.each([
    ['x64', Arch.x64],
    ['arm64', Arch.arm64],
  ])('contains for %s only what it runs and the one matching binary', async (name, arch) => {
    const { inside, beside } = await pack(arch);
    expect(beside.toSorted()).toEqual([
      'node_modules/keytar/lib/keytar.js',
      'node_modules/keytar/package.json',
      `node_modules/keytar/prebuilds/linux-${name}/keytar.node`,
    ]);
    expect(inside).toEqual(
      expect.arrayContaining([
        'package.json',
        'dist/main/index.js',
        'dist/main/export-worker.js',
        'dist/main/json-worker.js',
        'dist/main/result-worker.js',
        'dist/main/test-run-worker.js',
        'dist/preload/index.cjs',
        'dist/renderer/index.html',
        'dist/tenant/index.js',
      ]),
    );
    const known = /^(package\.json|dist\/(main|preload|renderer|tenant)\/.+|node_modules\/keytar\/.+)$/;
    expect(inside.filter((path) => !known.test(path))).toEqual([]);
    expect(inside.filter((path) => /\.map$|\.ts$|\.digest$|\.lock$/.test(path))).toEqual([]);
    expect(inside.filter((path) => path.includes('prebuilds'))).toHaveLength(1);
  });
});
