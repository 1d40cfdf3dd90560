import { highlightTree } from '@lezer/highlight';
import { expect, it } from 'vitest';
import { highlighterOf } from './code-language.ts';
import { queryDialect } from './query-dialect.ts';

/** The highlighted words, with their classes. */
function highlighted(text: string): [string, string][] {
  const found: [string, string][] = [];
  const tree = queryDialect.language.parser.parse(text);
  highlightTree(tree, highlighterOf('sql'), (from, to, name) => found.push([text.slice(from, to), name]));
  return found;
}

it('distinguishes keywords from columns named like keywords of other dialects', () => {
  const query = "SELECT Name, State, Type FROM Application WHERE State <> 'x' ORDER BY Name COLLATE NOCASE";
  const keywords = highlighted(query).flatMap(([token, name]) => (name === 'tok-keyword' ? [token] : []));
  expect(keywords).toEqual(['SELECT', 'FROM', 'WHERE', 'ORDER', 'BY', 'COLLATE']);
});

it('knows windows, recursive tables, texts and numbers', () => {
  const query =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) OVER (PARTITION BY i % 3), 'text' FROM n";
  const tokens = highlighted(query);
  for (const token of ['WITH', 'RECURSIVE', 'UNION', 'ALL', 'OVER', 'PARTITION'])
    expect(tokens).toContainEqual([token, 'tok-keyword']);
  expect(tokens).toContainEqual(['1', 'tok-number']);
  expect(tokens).toContainEqual(["'text'", 'tok-string']);
});
