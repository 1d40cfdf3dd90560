import type { Diagnostic, WholeContext, WholeRule } from '../diagnostic.ts';
import { jsonSkeleton } from '../json-skeleton.ts';
import { findJsonProblem } from '../json-validator.ts';

/**
 * Text around the values that cannot be JSON: a comma too many or too few, a quote or bracket missing. Reported
 * only where it is wrong whichever way the conditions go.
 */
export const jsonShape: WholeRule = function* (context): Generator<Diagnostic> {
  if (!context.isJson || context.text.trim() === '' || context.hasErrors) return;
  const whenMet = problemIn(context, 'first');
  if (whenMet === undefined) return;
  const whenNotMet = problemIn(context, 'last');
  if (whenNotMet?.start !== whenMet.start) return;
  const end = Math.min(whenMet.start + 1, context.text.length);
  yield {
    code: 'invalid-json',
    severity: 'error',
    message: `The output of this template isn’t valid JSON: ${whenMet.message}`,
    start: Math.min(whenMet.start, Math.max(end - 1, 0)),
    end,
    fixes: [],
  };
};

function problemIn(
  context: WholeContext,
  branches: 'first' | 'last',
): { start: number; message: string } | undefined {
  const skeleton = jsonSkeleton(context, branches);
  if (skeleton === undefined) return undefined;
  const problem = findJsonProblem(skeleton.text);
  if (problem === undefined) return undefined;
  return { start: skeleton.offsets[problem.offset] ?? context.text.length, message: problem.message };
}
