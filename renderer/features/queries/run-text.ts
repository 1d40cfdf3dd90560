import type { QueryRun } from '../../../contract/queries/queries.ts';
import { relativeTime } from '../../ui/index.ts';

const count = new Intl.NumberFormat('en');

/** All of a text in one line. */
export const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What became of a run: `12 rows in 84 ms`, or why it failed and after how long. */
export function runText({ rowCount, errorMessage, durationMs }: QueryRun): string {
  const took = durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
  const rows = rowCount === null ? '' : `${count.format(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`;
  if (errorMessage === null) return rows === '' ? `ran for ${took}` : `${rows} in ${took}`;
  return rows === '' ? `${errorMessage} (${took})` : `${rows}, then: ${errorMessage} (${took})`;
}

export const whenRan = (at: number, now: number): string => relativeTime(at, now, 'short');
