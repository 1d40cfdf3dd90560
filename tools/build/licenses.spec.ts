import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageFolderOf, packagesBelow, readLicenses } from './licenses.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'licenses-'));
});

afterEach(() => rm(root, { recursive: true }));

interface Given {
  readonly version?: string;
  readonly license?: unknown;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependenciesMeta?: object;
  readonly files?: Readonly<Record<string, string>>;
}

async function install(
  path: string,
  { files = {}, version = '1.0.0', ...manifest }: Given = {},
): Promise<string> {
  const folder = join(root, path);
  const name = path.split('node_modules/').at(-1);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version, ...manifest }));
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}

describe('the packages of a program', () => {
  it('are its dependencies and theirs, each where Node would find it', async () => {
    await install('', { dependencies: { a: '1', '@scope/b': '1' }, optionalDependencies: { tool: '1' } });
    const a = await install('node_modules/a', { dependencies: { c: '2', 'for-another-system': '1' } });
    const b = await install('node_modules/@scope/b', { dependencies: { a: '1', c: '1' } });
    const nested = await install('node_modules/a/node_modules/c', { version: '2.0.0' });
    const c = await install('node_modules/c', {
      dependencies: { a: '1' },
      peerDependenciesMeta: { used: { optional: true } },
    });
    const used = await install('node_modules/used');
    await install('node_modules/tool');
    await install('node_modules/of-the-build');
    expect([...(await packagesBelow(root))].toSorted()).toEqual([a, b, c, nested, used].toSorted());
  });

  it.each([
    ['/project/node_modules/zod/v4/index.js', '/project/node_modules/zod'],
    ['\0/project/node_modules/@lezer/common/dist/index.js?commonjs', '/project/node_modules/@lezer/common'],
    ['C:\\project\\node_modules\\a\\node_modules\\c\\c.js', 'C:/project/node_modules/a/node_modules/c'],
    ['/project/renderer/main.ts', undefined],
    ['\0vite/preload-helper.js', undefined],
  ])('is derived from its module %j', (id, folder) => {
    expect(packageFolderOf(id)).toBe(folder);
  });
});

describe('a license', () => {
  it('is read with its notices, each package once, in the order of names', async () => {
    const b = await install('node_modules/b', {
      license: 'Apache-2.0',
      files: {
        'LICENSE.txt': 'the terms\n',
        NOTICE: 'the notice',
        'README.md': 'not this',
        'licenses.js': 'code',
      },
    });
    const a = await install('node_modules/a', { license: { type: 'MIT' }, files: { LICENCE: 'permission' } });
    expect(await readLicenses([b, a, b])).toEqual([
      { name: 'a', version: '1.0.0', license: 'MIT', text: 'permission' },
      { name: 'b', version: '1.0.0', license: 'Apache-2.0', text: 'the terms\n\nthe notice' },
    ]);
  });

  it('is empty if a package has none', async () => {
    const folder = await install('node_modules/bare');
    expect(await readLicenses([folder])).toEqual([{ name: 'bare', version: '1.0.0', license: '', text: '' }]);
  });
});
