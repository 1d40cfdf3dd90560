import type { CodeDiagnostic } from './code-diagnostic.ts';

/** A problem and its start, line and column from 1; columns in UTF-16 units, as in the editor. */
interface ListedProblem<Problem> {
  readonly problem: Problem;
  readonly line: number;
  readonly column: number;
}

const rank = { error: 0, warning: 1, info: 2 } as const;

/** What must be fixed first: worst first; equally bad ones in the order of the text. */
export function listedProblems<Problem extends CodeDiagnostic>(
  text: string,
  problems: readonly Problem[],
): readonly ListedProblem<Problem>[] {
  let line = 1;
  let lineStart = 0;
  let lineEnd = text.indexOf('\n');
  // In one pass over the text: it may be long, and is listed again with every key.
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

/** The target of F8 from an offset: the next one in the text, and the first one after the last. */
export function nextProblem<Problem extends CodeDiagnostic>(
  problems: readonly Problem[],
  offset: number,
): Problem | undefined {
  const inOrder = problems.toSorted((one, other) => one.from - other.from);
  return inOrder.find(({ from }) => from > offset) ?? inOrder[0];
}
