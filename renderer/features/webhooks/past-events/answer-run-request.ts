import { findJsonProblem } from '../../../../languages/freemarker/diagnostics/json-validator.ts';
import { columnsInUse } from '../../../../languages/freemarker/hostile/columns-in-use.ts';
import { compile, TemplateError, utilsVariable } from '../../../../languages/freemarker/index.ts';
import { parseTemplate } from '../../../../languages/freemarker/parser/parse.ts';
import { modelOf } from '../answer-template-request.ts';
import { isJsonType } from '../is-json.ts';
import type { SampleEvent } from '../template-protocol.ts';
import { findCause } from './find-cause.ts';
import { columnMaker } from './past-event-columns.ts';
import type { EventResult, RunAnswer, RunRequest } from './run-protocol.ts';

/** The window ends a worker after one and a half seconds: it answers with what it has long before that. */
const answerAfterMs = 100;
/** As long as a tenant lets a template run. */
const limits = { milliseconds: 1000 };
/** A rendering that takes longer is not repeated for each column. */
const slowMs = 20;
const shownLetters = 160;

type Columns = SampleEvent['columns'];
type Render = (columns: Columns) => string;

interface Compiled {
  readonly source: string;
  readonly render: Render;
  /** Columns that the template reads, of those that an event may have. */
  readonly inUse: (columns: Columns) => readonly string[];
}

/** The chunks of a run come with the same template: it is parsed for the first of them. */
let last: Compiled | undefined;

/** Renders events with a template as the tenant would. Never throws for a bad template or a bad event. */
export function answerRun(request: RunRequest, now: () => number): RunAnswer {
  let compiled: Compiled;
  try {
    compiled = last?.source === request.source ? last : compileSource(request.source);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { message, line, column } = error;
    return { kind: 'run', results: [], untriable: { message, line, column } };
  }
  last = compiled;
  const isJson = isJsonType(request.contentType);
  const results: EventResult[] = [];
  const endsAt = now() + answerAfterMs;
  let { causes } = request;
  const columnsOf = columnMaker(request);
  for (const event of request.events) {
    const columns = columnsOf(event);
    const startedAt = now();
    let result = resultOf(compiled.render, columns, isJson);
    if (result.state === 'broken' && causes > 0 && now() - startedAt < slowMs) {
      causes -= 1;
      const works = (changed: Columns) => resultOf(compiled.render, changed, isJson).state === 'sent';
      const cause = findCause(columns, compiled.inUse(columns), request.fills[event.type] ?? {}, works);
      if (cause !== undefined) result = { ...result, cause };
    }
    results.push(result);
    if (now() > endsAt) break;
  }
  return { kind: 'run', results };
}

function compileSource(source: string): Compiled {
  const template = parseTemplate(source, {});
  const render = compile(source, { limits });
  const utils = utilsVariable();
  return {
    source,
    render: (columns) => render({ ...modelOf({ columns }), utils }),
    inUse: (columns) => columnsInUse(template, new Set(Object.keys(columns))).map(({ name }) => name),
  };
}

const encoder = new TextEncoder();

function resultOf(render: Render, columns: Columns, isJson: boolean): EventResult {
  let output: string;
  try {
    output = render(columns);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const [message = ''] = error.message.split('\nTip:', 1);
    return { state: 'broken', size: 0, text: beginningOf(message), line: error.line };
  }
  const size = encoder.encode(output).length;
  const problem = isJson && !isValid(output) ? findJsonProblem(output) : undefined;
  if (problem === undefined) return { state: 'sent', size, text: beginningOf(output) };
  const line = output.slice(0, problem.offset).split('\n').length;
  return { state: 'broken', size, text: `Not JSON: ${problem.message}`, line };
}

/** What the browser reads in one go; which place is wrong is only looked for where something is. */
function isValid(output: string): boolean {
  try {
    JSON.parse(output);
    return true;
  } catch {
    return output.trim() === '';
  }
}

function beginningOf(text: string): string {
  const start = text
    .slice(0, 2 * shownLetters)
    .replace(/\s+/g, ' ')
    .trim();
  return start.length <= shownLetters && text.length <= 2 * shownLetters
    ? start
    : `${start.slice(0, shownLetters)}…`;
}
