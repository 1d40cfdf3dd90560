import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import source from '../package.json' with { type: 'json' };
import { buildPackage, packPackage } from '../build/build-package.ts';

const run = promisify(execFile);

/** The folder of a user who has installed only the tarball. */
let project: string;
let installed: string;

beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), 'freemarker-package-')));
  const built = join(project, 'built');
  await buildPackage(built);
  const tarball = await packPackage(built, project);
  // What a tarball of npm holds is in a folder `package`.
  await run('tar', ['-xzf', tarball], { cwd: project });
  installed = join(project, 'node_modules', '@tenant-desk', 'freemarker');
  await mkdir(join(installed, '..'), { recursive: true });
  await rename(join(project, 'package'), installed);
  await rm(built, { recursive: true });
});
afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 5 }));

/** Runs a module in a separate process, and reads its output. */
async function printedBy(code: string): Promise<unknown> {
  await writeFile(join(project, 'main.mjs'), code);
  const { stdout } = await run(process.execPath, ['main.mjs'], { cwd: project });
  return JSON.parse(stdout);
}

describe('the published package', () => {
  it('renders templates and serves an editor of them', async () => {
    const printed = await printedBy(`
      import { exactNumber, render, TemplateError } from '@tenant-desk/freemarker';
      import { complete } from '@tenant-desk/freemarker/completion';
      import { diagnose } from '@tenant-desk/freemarker/diagnostics';
      import { tryEdgeCases } from '@tenant-desk/freemarker/edge-cases';
      import { formatTemplate } from '@tenant-desk/freemarker/format';
      import { rename } from '@tenant-desk/freemarker/rename';

      const failure = (() => {
        try {
          return render('\${missing}');
        } catch (error) {
          return error instanceof TemplateError ? error.line : 'another error';
        }
      })();
      const columns = { name: 'ann', at: exactNumber('638682624000000001') };
      const run = tryEdgeCases({ source: '{"a": "\${name}"}', columns, isJson: true, modelOf: (model) => model });
      console.log(JSON.stringify({
        rendered: render('Hello \${name?cap_first}, \${at?c}!', columns),
        failure,
        codes: diagnose('<#if a>', {}).map(({ code }) => code),
        labels: complete('\${name?cap_f', 12).items.map(({ label }) => label),
        verdicts: run.tried.find(({ edgeCase }) => edgeCase.id === 'quote').cells,
        formatted: formatTemplate('{"a":1,"b":2}').formatted,
        renamed: rename('<#assign a = 1>\${a}', 9, 'b').edits.length,
      }));
    `);
    expect(printed).toEqual({
      rendered: 'Hello Ann, 638682624000000001!',
      failure: 1,
      codes: ['syntax'],
      labels: expect.arrayContaining(['cap_first']),
      verdicts: [expect.objectContaining({ column: 'name', verdict: 'broken' })],
      formatted: expect.stringContaining('"b": 2'),
      renamed: 2,
    });
  });

  it('has declarations that TypeScript reads without additional options', async () => {
    await writeFile(
      join(project, 'typed.mts'),
      `import { render, type Value } from '@tenant-desk/freemarker';
       import { diagnose, type Diagnostic } from '@tenant-desk/freemarker/diagnostics';
       const model: Value = { a: 1 };
       export const text: string = render('\${a}', model);
       export const found: readonly Diagnostic[] = diagnose(text);
       // @ts-expect-error a template is text
       render(1);`,
    );
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
    await expect(
      run(process.execPath, [compiler, ...options, 'typed.mts'], { cwd: project }),
    ).resolves.toHaveProperty('stdout', '');
  });

  it('holds what was compiled and its texts: no source, no spec, no command', async () => {
    const files = await readdir(installed, { recursive: true, withFileTypes: true });
    const names = files.filter((file) => file.isFile()).map(({ name }) => name);
    expect(names.filter((name) => !/\.(js|d\.ts)$/.test(name)).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'REFERENCE.md',
      'package.json',
    ]);
    expect(names.filter((name) => /\.spec\.|^run-cases/.test(name))).toEqual([]);
  });

  it('can be published, and has the entries of the sources', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('private');
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).toHaveProperty('version', source.version);
    expect(manifest).toHaveProperty('exports', expect.objectContaining({ '.': expect.anything() }));
  });
});

it('fails to pack the sources, which do not run from node_modules', async () => {
  expect(source.private).toBe(true);
  const packed = run(process.execPath, ['build/refuse-to-pack.js'], { cwd: join(import.meta.dirname, '..') });
  await expect(packed).rejects.toThrow('npm run package --workspace packages/freemarker');
  expect(source.scripts.prepack).toBe('node build/refuse-to-pack.js');
});
