import type { Token } from './tokenize.ts';
import { tokenize } from './tokenize.ts';

/** A table that a query names after FROM or JOIN, with the alias it goes by there. */
interface TableUse {
  readonly name: string;
  readonly alias: string;
}

const afterTable = new Set(
  'WHERE ON JOIN LEFT INNER CROSS NATURAL USING GROUP ORDER LIMIT HAVING UNION EXCEPT INTERSECT'.split(' '),
);

/** Tables of a query, for completion and for matching result columns to tables. Includes subqueries. */
export function tablesInQuery(text: string): TableUse[] {
  const tokens = tokenize(text).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const uses: TableUse[] = [];
  let index = 0;
  let isInFrom = false;
  while (index < tokens.length) {
    const token = tokens[index];
    const isList = isInFrom && token?.kind === 'punctuation' && token.text === ',';
    if (token !== undefined && (isKeyword(token, 'FROM') || isKeyword(token, 'JOIN') || isList)) {
      isInFrom = true;
      const use = useAt(tokens, index + 1);
      if (use !== undefined) uses.push(use);
    } else if (token?.kind === 'word' && afterTable.has(token.text.toUpperCase())) {
      isInFrom = false;
    }
    index += 1;
  }
  return uses;
}

function useAt(tokens: readonly Token[], index: number): TableUse | undefined {
  const name = nameOf(tokens[index]);
  if (name === undefined) return undefined;
  const next = tokens[index + 1];
  const alias = next !== undefined && isKeyword(next, 'AS') ? nameOf(tokens[index + 2]) : nameOf(next);
  const isAlias = alias !== undefined && !afterTable.has(alias.toUpperCase());
  return { name, alias: isAlias ? alias : name };
}

function nameOf(token: Token | undefined): string | undefined {
  if (token?.kind === 'word') return token.text;
  return token?.kind === 'quoted-name' ? token.text.slice(1, -1) : undefined;
}

function isKeyword(token: Token, keyword: string): boolean {
  return token.kind === 'word' && token.text.toUpperCase() === keyword;
}
