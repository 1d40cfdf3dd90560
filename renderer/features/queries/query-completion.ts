import type { QueryTable } from '../../../contract/queries.ts';
import type { CodeCompletion, CompletionAnswer, CompletionRequest } from '../../ui/index.ts';

const keywords = [
  'SELECT',
  'DISTINCT',
  'FROM',
  'WHERE',
  'AND',
  'OR',
  'NOT',
  'IN',
  'LIKE',
  'IS NULL',
  'IS NOT NULL',
  'BETWEEN',
  'JOIN',
  'LEFT JOIN',
  'ON',
  'AS',
  'GROUP BY',
  'HAVING',
  'ORDER BY',
  'COLLATE NOCASE',
  'ASC',
  'DESC',
  'LIMIT',
  'COUNT(*)',
  'LOWER()',
  'UPPER()',
  'MIN()',
  'MAX()',
  'SUM()',
  "DateFunc('now','-7')",
] as const;

/** Tables, columns (those of tables named in the query first) and keywords for the word before the cursor. */
export function completeQuery(
  { text, position, explicit }: CompletionRequest,
  tables: readonly QueryTable[],
): CompletionAnswer | undefined {
  const before = text.slice(0, position);
  const word = /[\w.]*$/.exec(before)?.[0] ?? '';
  if (word === '' && !explicit) return undefined;
  const dot = word.lastIndexOf('.');
  const from = position - word.length + dot + 1;
  if (dot >= 0) {
    const owner = word.slice(0, dot).toLowerCase();
    const table = tables.find(({ name }) => name.toLowerCase() === owner);
    return table === undefined ? undefined : { from, options: columnsOf(table, 10) };
  }
  const named = tables.filter(({ name }) => new RegExp(`\\b${escapeRegExp(name)}\\b`, 'i').test(text));
  const wantsTable = /\b(from|join)\s+\w*$/i.test(before);
  return {
    from,
    options: [
      ...named.flatMap((table) => columnsOf(table, wantsTable ? 0 : 10)),
      ...tables.map((table) => ({ label: table.name, detail: 'table', boost: wantsTable ? 20 : 5 })),
      ...keywords.map((label) => ({ label, detail: 'keyword' })),
    ],
  };
}

function columnsOf(table: QueryTable, boost: number): CodeCompletion[] {
  return table.columns.map(({ name, type }) => ({ label: name, detail: `${table.name} · ${type}`, boost }));
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
