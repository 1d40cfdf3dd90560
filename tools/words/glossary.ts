import type { FileText } from './collect.ts';
import { wordsOfName } from './find.ts';

export interface Concept {
  readonly concept: string;
  /** Wordings of it: in the interface and in code. */
  readonly terms: readonly string[];
  readonly rejected: readonly string[];
}

/** The wordings in a cell: separated by commas and slashes, in bold, quotes or code. */
const wordings = (cell: string): string[] =>
  cell
    .replaceAll(/[*`“”"]|\([^)]*\)/g, '')
    .split(/[,/;]/)
    .map((one) => one.trim())
    .filter((one) => /^[\w][\w -]*$/.test(one));

/** `Draft` and `draft` are one wording. */
const distinct = (all: readonly string[]): string[] => [
  ...new Map(all.map((one) => [wordsOfName(one), one])).values(),
];

/** The rows of the glossary's tables. */
export function readGlossary(markdown: string): Concept[] {
  return markdown
    .split('\n')
    .filter((line) => /^\|(?! *(concept|:?-))/.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .map(([concept = '', term = '', name = '', not = '']) => ({
      concept: concept.trim(),
      terms: distinct([...wordings(term), ...wordings(name)]),
      rejected: wordings(not),
    }));
}

/** A Markdown table of how often each term and each rejected wording is used, in any kind of text. */
export function countTable(concepts: readonly Concept[], files: readonly FileText[]): string {
  const text = files
    .flatMap(({ pieces }) =>
      pieces.map((piece) =>
        piece.kind === 'identifier' ? wordsOfName(piece.text) : piece.text.toLowerCase(),
      ),
    )
    .join('\n');
  const uses = (wording: string): string => {
    const pattern = wordsOfName(wording).replaceAll(' ', String.raw`[\s*-]+`);
    return `${wording} ${[...text.matchAll(new RegExp(String.raw`\b${pattern}\b`, 'g'))].length}`;
  };
  const rows = concepts.map(
    ({ concept, terms, rejected }) =>
      `| ${concept} | ${terms.map(uses).join(', ')} | ${rejected.map(uses).join(', ')} |`,
  );
  return ['| concept | term and uses | rejected, and uses |', '| --- | --- | --- |', ...rows].join('\n');
}
