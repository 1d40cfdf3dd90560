import { QUERY_TOKEN } from './query-text.ts';

/** Keywords that make the number of rows differ from that of the FROM clause. */
const SHAPING = new Set([
  'distinct',
  'group',
  'having',
  'union',
  'intersect',
  'except',
  'limit',
  'offset',
  'window',
  'values',
  'with',
]);

/**
 * The statement that counts the rows of a query. SQLite counts a plain table twice as fast as a subquery over
 * it, and sorts a subquery with ORDER BY although the order is irrelevant: so a plain `SELECT columns FROM …`
 * is counted over its FROM clause, without its order. Everything that could change the number of rows
 * (grouping, aggregates, compounds, limits) is counted as a subquery.
 */
export function countStatement(statement: string): string {
  const clauses = topLevelClauses(statement);
  if (clauses === undefined) return `SELECT count(*) FROM (${statement}\n)`;
  return `SELECT count(*) ${statement.slice(clauses.from, clauses.order)}`;
}

interface Clauses {
  readonly from: number;
  /** Start of ORDER BY; the end of the statement if there is none. */
  readonly order: number;
}

/** Start of the clauses of a plain select; undefined for other statements. */
function topLevelClauses(statement: string): Clauses | undefined {
  let depth = 0;
  let from: number | undefined;
  let order: number | undefined;
  let isFirst = true;
  for (const { 0: token, index } of statement.matchAll(QUERY_TOKEN)) {
    if (token === ')') depth--;
    if (depth === 0 && /^[A-Za-z]/.test(token)) {
      const lowerCase = token.toLowerCase();
      if (isFirst && lowerCase !== 'select') return undefined;
      isFirst = false;
      if (SHAPING.has(lowerCase)) return undefined;
      if (lowerCase === 'from') from ??= index;
      if (lowerCase === 'order') order ??= index;
    }
    if (token === '(') {
      depth++;
      // A call among the columns may be an aggregate, which combines all rows into one.
      if (from === undefined) return undefined;
    }
  }
  return from === undefined ? undefined : { from, order: order ?? statement.length };
}
