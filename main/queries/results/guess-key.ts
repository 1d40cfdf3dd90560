import type { ResultCell } from '../../../contract/queries/results.ts';
import type { ComparedColumn } from './compare-files.ts';
import type { ResultFile } from './result-file.ts';

/** Rows of each result that are checked. */
const sampled = 1000;
/** Columns that are combined in pairs. */
const maxPaired = 8;

/**
 * The column that is unique in the first rows of both results, preferring names that look like an ID;
 * or else a pair of columns. Empty when there is none.
 */
export function guessKey(left: ResultFile, right: ResultFile, columns: readonly ComparedColumn[]): string[] {
  const samples = { left: left.rows(0, sampled), right: right.rows(0, sampled) };
  const cells = (side: 'left' | 'right', column: ComparedColumn): ResultCell[] =>
    samples[side].map((row) => row[column[side]] ?? null);
  const isUnique = (key: readonly ComparedColumn[]): boolean =>
    (['left', 'right'] as const).every((side) => {
      const values = key.map((column) => cells(side, column));
      const rows = samples[side].map((_, at) => JSON.stringify(values.map((own) => own[at])));
      const isFilled = values.some((own) => own.every((cell) => cell !== null && cell !== ''));
      return isFilled && new Set(rows).size === rows.length;
    });
  const ranked = columns
    .map((column) => ({ column, rank: rankOf(column.name) }))
    .sort((a, b) => a.rank - b.rank);
  const single = ranked.find(({ column }) => isUnique([column]));
  if (single !== undefined) return [single.column.name];
  const few = ranked.slice(0, maxPaired).map(({ column }) => column);
  for (const [at, one] of few.entries()) {
    const other = few.slice(at + 1).find((candidate) => isUnique([one, candidate]));
    if (other !== undefined) return [one.name, other.name];
  }
  return [];
}

/** Lower for names that are more likely to be an ID. */
function rankOf(name: string): number {
  if (/^_?(id|uuid|guid|rowkey|row_?key)$/i.test(name)) return 0;
  if (/(^|[_a-z])(ID|Id|UUID|Uuid|Key)$|_id$|_key$/.test(name)) return 1;
  if (/^(name|username|email|mail|.*name)$/i.test(name)) return 2;
  return 3;
}
