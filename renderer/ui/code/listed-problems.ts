import type { CodeDiagnostic } from './code-diagnostic.ts';

/** A problem and where it begins, both counted from 1; columns in UTF-16 units, as the editor counts them. */
interface ListedProblem<Problem> {
  readonly problem: Problem;
  readonly line: number;
  readonly column: number;
}

const rank = { error: 0, warning: 1, info: 2 } as const;

/** What must be mended first, the worst first; of what is equally bad, in the order of the text. */
export function listedProblems<Problem extends CodeDiagnostic>(
  text: string,
  problems: readonly Problem[],
): readonly ListedProblem<Problem>[] {
  let line = 1;
  let lineStart = 0;
  let lineEnd = text.indexOf('\n');
  // In one pass over the text: it may be long, and is listed anew with every key.
  const placed = problems
    .toSorted((one, other) => one.from - other.from)
    .map((problem) => {
      while (lineEnd !== -1 && lineEnd < problem.from) {
        line += 1;
        lineStart = lineEnd + 1;
        lineEnd = text.indexOf('\n', lineStart);
      }
      return { problem, line, column: problem.from - lineStart + 1 };
    });
  return placed.toSorted((one, other) => rank[one.problem.severity] - rank[other.problem.severity]);
}

/** Where F8 leads from an offset: to the next in the text, and from the last one to the first. */
export function nextProblem<Problem extends CodeDiagnostic>(
  problems: readonly Problem[],
  offset: number,
): Problem | undefined {
  const inOrder = problems.toSorted((one, other) => one.from - other.from);
  return inOrder.find(({ from }) => from > offset) ?? inOrder[0];
}
