import { diffLines } from 'diff';
import { withLineFeeds } from './three-way-merge.ts';

/** `+4 -2 lines`, as a list shows a change of a text. */
export function lineChangeSummary(before: string, after: string): string {
  let added = 0;
  let removed = 0;
  for (const part of diffLines(withLineFeeds(before), withLineFeeds(after))) {
    if (part.added) added += part.count;
    if (part.removed) removed += part.count;
  }
  return `+${added} -${removed} ${added + removed === 1 ? 'line' : 'lines'}`;
}
