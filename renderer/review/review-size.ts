import type { ChangePart } from '../../contract/changes/change-parts.ts';
import type { PlanItem } from '../../contract/changes/changes.ts';
import { countChanges, diffLines } from '../ui/index.ts';

/** Widths of the review, in pixels. */
export const sizes = { small: 640, medium: 920, large: 1224 } as const;

/** Rows that a small sheet shows without scrolling. */
const fewRows = 8;
/** Changed lines from which a text gets all available space. */
const manyLines = 60;

/** The smallest sheet that shows a single change well: a text needs its width, a conflict three columns. */
export function sizeOf(item: PlanItem, isResult: boolean): keyof typeof sizes {
  if (!isResult && item.decision === 'merge') return 'large';
  const changed = item.parts.filter(({ isChanged }) => isChanged);
  if (changed.some((part) => linesOf(part) > manyLines)) return 'large';
  const rows = changed.reduce((sum, part) => sum + rowsOf(part), 0);
  const hasFindings = (item.findings ?? []).some((finding) => finding.rows.length > 0);
  return rows <= fewRows && !hasFindings ? 'small' : 'medium';
}

function rowsOf(part: ChangePart): number {
  switch (part.type) {
    case 'field':
      return 1;
    case 'text':
      return fewRows + 1;
    case 'set':
    case 'pairs':
    case 'table':
      return Math.max(part.before?.length ?? 0, part.after?.length ?? 0);
  }
}

function linesOf(part: ChangePart): number {
  if (part.type !== 'text') return 0;
  const { added, removed } = countChanges(diffLines(part.before ?? '', part.after ?? ''));
  return added + removed;
}
