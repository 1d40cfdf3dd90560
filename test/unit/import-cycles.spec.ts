import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/**
 * Excludes the language packages: a grammar is recursive, and their own rules are in .dependency-cruiser.cjs.
 */
const files = globSync('{contract,main,preload,renderer,tenant,tools}/**/*.{ts,svelte}', {
  cwd: root,
}).filter((file) => !/\.spec\.ts$|\.d\.ts$/.test(file));

/** Imports of a file, including those of types and of Svelte components. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const script = file.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    : [['', text]];
  return script
    .flatMap(([, code = '']) => ts.preProcessFile(code).importedFiles)
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(file), fileName.replace(/\?.*$/, '')))
    .filter((imported) => existsSync(join(root, imported)));
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Files on an import cycle, including all files in between. Removes nodes without incoming or outgoing
 * imports until none is left.
 */
function circlesIn(graph: Graph): string[] {
  const left = new Map(
    [...graph].map(([node, next]) => [node, new Set([...next].filter((to) => graph.has(to)))]),
  );
  const takeOff = (isEnd: (node: string) => boolean): void => {
    for (let found = true; found;) {
      const ends = [...left.keys()].filter(isEnd);
      for (const end of ends) left.delete(end);
      for (const next of left.values()) for (const end of ends) next.delete(end);
      found = ends.length > 0;
    }
  };
  takeOff((node) => left.get(node)?.size === 0);
  takeOff((node) => ![...left.values()].some((next) => next.has(node)));
  return [...left].map(([node, next]) => `${node} → ${[...next].join(', ')}`);
}

const imports: Graph = new Map(files.map((file) => [file, new Set(importsOf(file))]));

function foldersOf(graph: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, next] of graph) {
    const from = folders.get(dirname(file)) ?? new Set();
    for (const to of next) if (dirname(to) !== dirname(file)) from.add(dirname(to));
    folders.set(dirname(file), from);
  }
  return folders;
}

describe('imports', () => {
  it('never form a cycle of files, types and components included', () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(circlesIn(imports)).toEqual([]);
  });

  it('never form a cycle of folders: shared code is in a folder below both', () => {
    expect(circlesIn(foldersOf(imports))).toEqual([]);
  });

  it('are followed through components and types', () => {
    expect(imports.get('renderer/app/App.svelte')).toContain('renderer/review/ReviewDialog.svelte');
    expect(imports.get('renderer/review/context.ts')).toContain('renderer/review/review.svelte.ts');
    expect(
      circlesIn(
        new Map([
          ['a', new Set(['b'])],
          ['b', new Set(['a', 'c'])],
          ['c', new Set()],
        ]),
      ),
    ).toHaveLength(2);
  });
});
