import { templateSet } from '../../engine.ts';
import { isLimit, TemplateError } from '../../errors/template-error.ts';
import { DEFAULT_LIMITS } from '../../runtime/limits.ts';
import { fromTypedJson, UnknownTypeError } from '../../service/typed-json.ts';
import { utilsVariable } from '../../service/utils-variable.ts';
import type { Value } from '../../values/value.ts';
import type { Diagnostic, WholeContext, WholeRule } from '../diagnostic.ts';
import { findJsonProblem } from '../json-validator.ts';

/** The editor asks at every pause in typing, so that a sample run gets less than a delivery. */
const LIMITS = {
  milliseconds: 200,
  steps: 200_000,
  outputLength: 1_000_000,
  stringLength: 1_000_000,
  regexSteps: 100_000,
};

/** With a sample of the data: whether rendering fails, and whether what it prints is JSON. */
export const sampleRun: WholeRule = function* (context): Generator<Diagnostic> {
  const { name, text, known, isJson, hasErrors, baseOf } = context;
  if (known.sample === undefined || hasErrors || text.length > DEFAULT_LIMITS.templateLength) return;
  const result = renderSample(context, known.sample);
  if (result instanceof TemplateError) {
    // A sample may lack what the service always has; other templates and limits are not this template's fault.
    if (result.code === 'include' || isLimit(result) || result.templateName !== name) return;
    const base = result.source === undefined ? 0 : baseOf(result.source);
    yield {
      code: 'runtime',
      severity: 'warning',
      message: `With the sample data, rendering fails here: ${result.message}`,
      start: base + result.start,
      end: base + Math.max(result.end, result.start + 1),
      fixes: [],
    };
  } else if (result !== undefined && isJson && result.trim() !== '') yield* invalidOutput(context, result);
};

/** What a template prints with data; undefined where those are of no type that is known. */
export function renderSample(
  { compile }: Pick<WholeContext, 'compile'>,
  sample: unknown,
): string | TemplateError | undefined {
  try {
    const given = fromTypedJson(sample as Value);
    const model = {
      utils: utilsVariable(),
      system: { domain: 'acme.example.com', podscape: 'sample' },
      tenant_id: '00000000-0000-0000-0000-000000000000',
      ...(typeof given === 'object' ? given : {}),
    };
    return templateSet(compile(), { limits: LIMITS }).render(model);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    if (error instanceof UnknownTypeError) return undefined;
    throw error;
  }
}

function* invalidOutput({ text }: WholeContext, output: string): Generator<Diagnostic> {
  const problem = findJsonProblem(output);
  if (problem === undefined) return;
  const line = output.slice(0, problem.offset).split('\n').length;
  const at = placeInTemplate(text, output, problem.offset);
  yield {
    code: 'invalid-json',
    severity: 'warning',
    message: `With the sample data, line ${line} of the output isn’t valid JSON: ${problem.message}`,
    start: at,
    end: Math.min(at + 1, text.length),
    fixes: [],
  };
}

const MAX_CLUE_LENGTH = 40;
const SHORTEST_CLUE = 3;

/** The position in the template of the text before the problem, if that text occurs once; otherwise the start. */
function placeInTemplate(text: string, output: string, offset: number): number {
  for (let length = MAX_CLUE_LENGTH; length >= SHORTEST_CLUE; length--) {
    if (length > offset) continue;
    const clue = output.slice(offset - length, offset);
    const found = text.indexOf(clue);
    if (found >= 0 && text.indexOf(clue, found + 1) < 0)
      return Math.min(found + length, Math.max(text.length - 1, 0));
  }
  return 0;
}
