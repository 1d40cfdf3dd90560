import type { CodeDiagnostic } from './code-diagnostic.ts';

type Severity = CodeDiagnostic['severity'];

export interface Placed {
  /** Of the whole text, from 0 at its beginning to 1 at its end. */
  readonly at: number;
  readonly severity: Severity;
  /** Offset in the text. */
  readonly from: number;
}

export interface ProblemMark extends Placed {
  /** Pixels from the top of the strip. */
  readonly top: number;
}

const gravity: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };
/** High enough to be visible, and far enough apart to be distinguished. */
const stepPx = 4;

/**
 * The marks of a strip that is `height` pixels high, from the top: problems that would overlap share one mark, with
 * the look of the worst of them, so that thousands of problems fit.
 */
export function problemMarks(problems: readonly Placed[], height: number): readonly ProblemMark[] {
  const last = Math.max(0, Math.floor(height / stepPx) - 1);
  const steps = new Map<number, Placed>();
  for (const problem of problems) {
    const step = Math.min(last, Math.max(0, Math.floor(problem.at * (last + 1))));
    const there = steps.get(step);
    if (there === undefined || gravity[problem.severity] < gravity[there.severity]) steps.set(step, problem);
  }
  return [...steps]
    .map(([step, problem]) => ({ ...problem, top: step * stepPx }))
    .toSorted((one, other) => one.top - other.top);
}

/** The mark that a click at `top` means: the nearest within a few pixels. */
export function markNear(marks: readonly ProblemMark[], top: number): ProblemMark | undefined {
  const reach = 3 * stepPx;
  const near = marks.filter((mark) => Math.abs(mark.top + stepPx / 2 - top) <= reach);
  return near.toSorted((one, other) => Math.abs(one.top - top) - Math.abs(other.top - top))[0];
}
