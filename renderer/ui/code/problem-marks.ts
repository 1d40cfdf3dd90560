import type { CodeDiagnostic } from './code-diagnostic.ts';

type Severity = CodeDiagnostic['severity'];

export interface Placed {
  /** Of the whole text, from 0 at its beginning to 1 at its end. */
  readonly at: number;
  readonly severity: Severity;
  /** Where in the text it is. */
  readonly from: number;
}

export interface ProblemMark extends Placed {
  /** Pixels from the top of the strip. */
  readonly top: number;
}

const gravity: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };
/** High enough to be seen, and so far apart that two are two. */
const stepPx = 4;

/**
 * The marks of a strip that is `height` pixels high, from the top: one for all problems that would cover each other, which
 * looks like the worst of them, so that thousands are as many as there is room for.
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

/** The mark that somebody means who presses at `top`: the nearest within a few pixels. */
export function markNear(marks: readonly ProblemMark[], top: number): ProblemMark | undefined {
  const reach = 3 * stepPx;
  const near = marks.filter((mark) => Math.abs(mark.top + stepPx / 2 - top) <= reach);
  return near.toSorted((one, other) => Math.abs(one.top - top) - Math.abs(other.top - top))[0];
}
