import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Arch, build, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allBundles, buildStale } from '../../tools/build/build-bundles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'));
  await buildStale(allBundles, () => undefined);
  // In the place of Electron's runtime: what is packed beside it is what this is about.
  await mkdir(join(folder, 'electron', 'resources'), { recursive: true });
  for (const name of ['electron', 'version', 'LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) {
    await writeFile(join(folder, 'electron', name), 'in place of it', { mode: 0o755 });
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Directory {
  readonly files: Readonly<Record<string, Directory | { readonly size: number }>>;
}
const directorySchema: z.ZodType<Directory> = z.object({
  get files() {
    return z.record(z.string(), z.union([directorySchema, z.object({ size: z.number() })]));
  },
});

function pathsIn({ files }: Directory, prefix = ''): string[] {
  return Object.entries(files).flatMap(([name, entry]) =>
    'files' in entry ? pathsIn(entry, `${prefix}${name}/`) : [`${prefix}${name}`],
  );
}

/** The files of an asar archive. Its header is JSON, whose length stands in the fourth number of four bytes. */
async function pathsInArchive(file: string): Promise<string[]> {
  const bytes = await readFile(file);
  const header = bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString('utf8');
  return pathsIn(directorySchema.parse(JSON.parse(header)));
}

async function pack(arch: Arch): Promise<{ readonly inside: string[]; readonly beside: string[] }> {
  const output = join(folder, Arch[arch]);
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', arch),
    publish: 'never',
    config: {
      extends: 'electron-builder.yml',
      electronDist: join(folder, 'electron'),
      // They are burnt into the real executable.
      electronFuses: null,
      directories: { output },
    },
  });
  const [unpacked] = (await readdir(output)).filter((name) => name.endsWith('unpacked'));
  const resources = join(output, unpacked ?? '', 'resources');
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
  ])('has for %s what it runs and the one binary that fits, and nothing else', async (name, arch) => {
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
