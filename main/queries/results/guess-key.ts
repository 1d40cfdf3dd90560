import type { ResultCell } from '../../../contract/queries/results.ts';
import type { ComparedColumn } from './compare-files.ts';
import type { ResultFile } from './result-file.ts';

/** Rows of each result that are looked at. */
const sampled = 1000;
/** Columns of which two together may do. */
const maxPaired = 8;

/**
 * The column that tells rows of both results apart as far as their beginnings show: one that is named like an identifier
 * before others; or else two together. Empty where there is none.
 */
export function guessKey(left: ResultFile, right: ResultFile, columns: readonly ComparedColumn[]): string[] {
  const samples = { left: left.rows(0, sampled), right: right.rows(0, sampled) };
  const cells = (side: 'left' | 'right', column: ComparedColumn): ResultCell[] =>
    samples[side].map((row) => row[column[side]] ?? null);
  const telling = (key: readonly ComparedColumn[]): boolean =>
    (['left', 'right'] as const).every((side) => {
      const values = key.map((column) => cells(side, column));
      const rows = samples[side].map((_, at) => JSON.stringify(values.map((own) => own[at])));
      const isFilled = values.some((own) => own.every((cell) => cell !== null && cell !== ''));
      return isFilled && new Set(rows).size === rows.length;
    });
  const ranked = columns
    .map((column) => ({ column, rank: rankOf(column.name) }))
    .sort((a, b) => a.rank - b.rank);
  const single = ranked.find(({ column }) => telling([column]));
  if (single !== undefined) return [single.column.name];
  const few = ranked.slice(0, maxPaired).map(({ column }) => column);
  for (const [at, one] of few.entries()) {
    const other = few.slice(at + 1).find((candidate) => telling([one, candidate]));
    if (other !== undefined) return [one.name, other.name];
  }
  return [];
}

/** Lower for what is more likely to be a thing's own name. */
function rankOf(name: string): number {
  if (/^_?(id|uuid|guid|rowkey|row_?key)$/i.test(name)) return 0;
  if (/(^|[_a-z])(ID|Id|UUID|Uuid|Key)$|_id$|_key$/.test(name)) return 1;
  if (/^(name|username|email|mail|.*name)$/i.test(name)) return 2;
  return 3;
}
