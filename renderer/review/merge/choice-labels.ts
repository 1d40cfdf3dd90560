import type { BlockChoice } from './merged-lines.ts';

/** What happened to a conflict, to follow its number. */
export const choiceLabels = {
  open: 'unresolved',
  mine: 'your version accepted',
  theirs: 'tenant version accepted',
  both: 'both accepted',
  edited: 'edited',
} as const satisfies Record<BlockChoice | 'open', string>;
