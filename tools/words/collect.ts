import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { collectMarkdown } from './collect-markdown.ts';
import { collectStyles } from './collect-styles.ts';
import { collectSvelte } from './collect-svelte.ts';
import { collectTypeScript } from './collect-typescript.ts';
import type { Piece } from './text.ts';

/** Generated files, test data, third-party text, and the tool's own lists of what not to say. */
const excluded =
  /(^|\/)(locale-data|fixtures|corpus|shots\/out)\/|^test\/conformance\/(cases|corpus|random)\/|^(CODE_OF_CONDUCT|docs\/(promises|glossary))\.md$|^tools\/words\/|(character-names|look-alikes|punycode-js\.d)\.ts$/;

export const isTestFile = (path: string): boolean => /\.spec\.ts$/.test(path) || path.startsWith('test/');

/** The files of the repository with text, or those that match a pattern such as `renderer/features/**`. */
export function filesWithText(root: string, patterns: readonly string[]): string[] {
  const args = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    ...patterns.map((glob) => `:(glob)${glob}`),
  ];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\n')
    .filter((path) => /\.(ts|svelte|md|css)$/.test(path) && !excluded.test(path))
    .toSorted();
}

export interface FileText {
  readonly path: string;
  readonly source: string;
  readonly pieces: readonly Piece[];
}

export function collectFile(root: string, path: string): FileText | undefined {
  let source: string;
  try {
    source = readFileSync(`${root}/${path}`, 'utf8');
  } catch {
    // Deleted, and not yet committed.
    return undefined;
  }
  return { path, source, pieces: piecesOf(path, source) };
}

function piecesOf(path: string, source: string): Piece[] {
  const options = { isTest: isTestFile(path) };
  if (path.endsWith('.svelte')) return collectSvelte(source, options);
  if (path.endsWith('.ts')) return collectTypeScript(source, options);
  return path.endsWith('.css') ? collectStyles(source) : collectMarkdown(source);
}

/** Names of files and folders, each folder once: with the first file in it. */
export function namesIn(paths: readonly string[]): { readonly path: string; readonly name: string }[] {
  const seen = new Set<string>();
  return paths.flatMap((path) => {
    const parts = path.split('/');
    return parts.flatMap((part, index) => {
      const whole = parts.slice(0, index + 1).join('/');
      if (seen.has(whole)) return [];
      seen.add(whole);
      return [{ path, name: part.replace(/\.(svelte\.)?(spec\.)?(ts|svelte|md|css)$/, '') }];
    });
  });
}
