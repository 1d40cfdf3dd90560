import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');

/** Documents that describe the current project. Decisions are excluded: each describes its own time. */
const documents = globSync(
  '{README.md,CONTRIBUTING.md,SECURITY.md,docs/*.md,{assets,contract,languages,main,packages,renderer,tenant,test}/**/README.md}',
  {
    cwd: root,
    // Published files are listed without their copies.
    exclude: (path) => /(^|[/\\])dist$/.test(path),
  },
);

const read = (document: string): string => readFileSync(join(root, document), 'utf8');
/** Created by commands, and missing in a fresh clone. */
const made = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
const folders = globSync('*/', { cwd: root });

/** All files that a shortened path may refer to, such as `kind/` or `change-kind.ts`. */
const everything = globSync(
  '{assets,contract,docs,languages,main,packages,preload,renderer,tenant,test,tools}/**',
  {
    cwd: root,
  },
).map((path) => `/${path.split(sep).join('/')}`);

/** Paths in backticks, of a file or a folder: `main/app/nouns.ts`, `tools/`. */
function namedIn(document: string): string[] {
  const named = read(document).matchAll(
    /`((?:[\w.-]+\/)+|(?:[\w.-]+\/)*[\w.-]+\.(?:ts|svelte|md|cjs|css|jsonl|plist|png|svg))`/g,
  );
  return [...new Set([...named].map(([, path = '']) => path))];
}

function isThere(document: string, path: string): boolean {
  if (made.includes(path) || made.some((name) => name.endsWith('/') && path.startsWith(name))) return true;
  const plain = path.replace(/\/$/, '');
  if (existsSync(join(root, plain)) || existsSync(join(root, dirname(document), plain))) return true;
  // A path from the root is complete; any other may omit its beginning.
  const [first = ''] = plain.split('/');
  return !folders.includes(first) && everything.some((known) => known.endsWith(`/${plain}`));
}

describe.each(documents)('%s', (document) => {
  it('names files and folders that exist', () => {
    expect(namedIn(document).filter((path) => !isThere(document, path))).toEqual([]);
  });

  it('names existing commands', () => {
    const named = [...read(document).matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
  });
});

it('docs/architecture.md follows one change through at most 25 files, each named once', () => {
  const [, walk = ''] =
    /## One change, file by file\n([\s\S]*?)\n## /.exec(read('docs/architecture.md')) ?? [];
  const files = walk
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file));
  expect(files.length).toBeGreaterThan(20);
  expect(files.length).toBeLessThanOrEqual(25);
  expect(new Set(files).size).toBe(files.length);
});
