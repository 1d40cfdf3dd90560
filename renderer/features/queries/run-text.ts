import type { QueryRun } from '../../../contract/queries/queries.ts';
import { counted, formatDuration } from '../../../languages/text/intl.ts';
import { formatPastTime } from '../../../languages/text/relative-time.ts';

/** A text on one line. */
export const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Result of a run: `12 rows in 84 ms`, or why it failed and after how long. */
export function runText({ rowCount, errorMessage, durationMs }: QueryRun): string {
  const took = formatDuration(durationMs);
  const rows = rowCount === null ? '' : counted(rowCount, 'row');
  if (errorMessage === null) return rows === '' ? `ran for ${took}` : `${rows} in ${took}`;
  return rows === '' ? `${errorMessage} (${took})` : `${rows}, then: ${errorMessage} (${took})`;
}

export const whenRan = (at: number, now: number): string => formatPastTime(at, now, 'short');
