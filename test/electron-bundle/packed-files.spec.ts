import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Arch, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeExecutables } from '../../tools/release/place-executables.ts';
import { pathsInArchive } from '../packed/asar-archive.ts';
import { packProgram } from '../packed/pack-program.ts';

let folder: string;
const out = fileURLToPath(new URL('../../out/', import.meta.url));
/** Each is built on its own system: these stand in for those that weren't built here. */
const placeholders: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'));
  const executables = await mkdtemp(join(folder, 'executables-'));
  for (const [system, platform, ending] of [
    ['linux', 'linux', ''],
    ['mac', 'darwin', ''],
    ['win', 'win32', '.exe'],
  ] as const)
    for (const arch of ['x64', 'arm64']) {
      const target = join(out, 'bin', `${system}-${arch}`, `tdesk${ending}`);
      if (existsSync(target)) continue;
      placeholders.push(target);
      await writeFile(join(executables, `tdesk-0.0.0-${platform}-${arch}${ending}`), 'placeholder');
    }
  await placeExecutables(executables, out, '0.0.0');
});
afterAll(async () => {
  for (const path of [folder, ...placeholders]) await rm(path, { recursive: true, force: true });
});

/** What is beside the archive of the program, and of Electron itself. */
const besideArchive = (installed: readonly string[]): readonly string[] =>
  installed.filter((path) => /(^|[/\\])resources[/\\]bin[/\\]/i.test(path));

async function pack(platform: Platform, arch: Arch) {
  const { installed, resources } = await packProgram(folder, arch, platform);
  return {
    inside: await pathsInArchive(join(resources, 'app.asar')),
    beside: await filesBelow(join(resources, 'app.asar.unpacked')),
    installed: await filesBelow(installed),
    infoPlist: () => readFile(join(resources, '../Info.plist'), 'utf8'),
  };
}

async function filesBelow(path: string): Promise<string[]> {
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .toSorted();
}

const keytar = ['node_modules/keytar/lib/keytar.js', 'node_modules/keytar/package.json'];
const binary = (target: string) => `node_modules/keytar/prebuilds/${target}/keytar.node`;

function expectOnlyTheProgram(inside: readonly string[]): void {
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
}

describe.runIf(process.platform === 'linux')('the packed program', () => {
  it.each([
    ['linux', 'x64', Platform.LINUX, Arch.x64],
    ['linux', 'arm64', Platform.LINUX, Arch.arm64],
    ['win32', 'x64', Platform.WINDOWS, Arch.x64],
    ['win32', 'arm64', Platform.WINDOWS, Arch.arm64],
  ])(
    'contains for %s-%s only what it runs and the one matching binary',
    async (system, name, platform, arch) => {
      const { inside, beside, installed } = await pack(platform, arch);
      expect(beside).toEqual([...keytar, binary(`${system}-${name}`)]);
      expectOnlyTheProgram(inside);
      expect(inside.filter((path) => path.includes('prebuilds'))).toHaveLength(1);
      expect(installed.filter((path) => path.endsWith('.pak'))).toEqual(['locales/en-US.pak']);
      expect(besideArchive(installed)).toEqual([
        join('resources', 'bin', system === 'win32' ? 'tdesk.exe' : 'tdesk'),
      ]);
    },
  );

  it('contains for macOS the binaries of both processors, from which a universal program is merged', async () => {
    const { inside, beside, installed, infoPlist } = await pack(Platform.MAC, Arch.arm64);
    expect(beside).toEqual([...keytar, binary('darwin-arm64'), binary('darwin-x64')]);
    expectOnlyTheProgram(inside);
    expect(installed.filter((path) => path.endsWith('.pak')).map((path) => path.split('/').at(-2))).toEqual([
      'en.lproj',
    ]);
    expect(besideArchive(installed)).toEqual(['Tenant Desk.app/Contents/Resources/bin/tdesk']);
    const text = await infoPlist();
    expect(text).not.toContain('UsageDescription');
    expect(text).toMatch(/<key>NSAllowsArbitraryLoads<\/key>\s*<false\/>/);
  });
});
