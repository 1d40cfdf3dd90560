import { findJsonProblem } from '@tenant-desk/freemarker/diagnostics';
import { columnsInUse } from '@tenant-desk/freemarker/edge-cases';
import { compile, parse, TemplateError, utilsVariable } from '@tenant-desk/freemarker';
import { modelOf } from '../template/handle-template-request.ts';
import { isJsonType } from '../../../../languages/payload/payload-variables.ts';
import type { SampleEvent } from '../template/sample-event.ts';
import { findCause } from './find-cause.ts';
import { columnMaker } from './past-event-columns.ts';
import { ResultPacker } from '../template/run-protocol.ts';
import type { EventResult, RunResult, RunRequest } from '../template/run-protocol.ts';

/** The window ends a worker after one and a half seconds: it returns partial results well before that. */
const reportAfterMs = 100;
/** The tenant's own time limit for a template. */
const limits = { milliseconds: 1000 };
/** A slower rendering is not repeated for each column. */
const slowMs = 20;
const shownLetters = 160;

type Columns = SampleEvent['columns'];
type Model = Readonly<Record<string, unknown>>;
type Render = (model: Model) => string;

interface Compiled {
  readonly source: string;
  readonly render: Render;
  /** Columns that the template reads, among those that an event may have. */
  readonly inUse: (columns: Columns) => readonly string[];
}

/** All chunks of a run use the same template: it is parsed for the first of them only. */
let last: Compiled | undefined;

interface LoadedEvent {
  readonly columns: Columns;
  readonly model: Model;
  readonly fill: Columns;
}

/** The events of the last rendered set, by chunk: usually the same events are rendered again with another template. */
let loaded: { readonly set: number; readonly chunks: Map<number, readonly LoadedEvent[]> } | undefined;

/** Renders events with a template like the tenant does. Never throws for a bad template or a bad event. */
export function handleRun(request: RunRequest, now: () => number): RunResult {
  const events = eventsOf(request);
  if (events === undefined) return { ...nothing(), isUnknown: true };
  let compiled: Compiled;
  try {
    compiled = last?.source === request.source ? last : compileSource(request.source);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { message, line, column } = error;
    return { ...nothing(), untriable: { message, line, column } };
  }
  last = compiled;
  const isJson = isJsonType(request.contentType);
  const { render, inUse } = compiled;
  const works = (changed: Columns) => resultOf(render, modelWith(changed), isJson).state === 'sent';
  const results = new ResultPacker(Math.max(0, events.length - request.from));
  let startedAt = now();
  const endsAt = startedAt + reportAfterMs;
  let { causes } = request;
  for (let index = request.from; index < events.length; index += 1) {
    const event = events[index];
    if (event === undefined) break;
    let result = resultOf(render, event.model, isJson);
    let endedAt = now();
    if (result.state === 'broken' && causes > 0 && endedAt - startedAt < slowMs) {
      causes -= 1;
      const cause = findCause(event.columns, inUse(event.columns), event.fill, works);
      if (cause !== undefined) result = { ...result, cause };
      endedAt = now();
    }
    results.add(result);
    if (endedAt > endsAt) break;
    startedAt = endedAt;
  }
  return results.packed();
}

const nothing = (): RunResult => new ResultPacker(0).packed();

function eventsOf({ set, index, chunk }: RunRequest): readonly LoadedEvent[] | undefined {
  if (loaded?.set !== set) loaded = { set, chunks: new Map() };
  if (chunk === undefined) return loaded.chunks.get(index);
  const columnsOf = columnMaker(chunk);
  const events = chunk.events.map((event): LoadedEvent => {
    const columns = columnsOf(event);
    return { columns, model: modelWith(columns), fill: chunk.fills[event.type] ?? {} };
  });
  loaded.chunks.set(index, events);
  return events;
}

const utils = utilsVariable();

function modelWith(columns: Columns): Model {
  return { ...modelOf({ columns }), utils };
}

function compileSource(source: string): Compiled {
  const template = parse(source);
  return {
    source,
    render: compile(source, { limits }),
    inUse: (columns) => columnsInUse(template, new Set(Object.keys(columns))).map(({ name }) => name),
  };
}

const encoder = new TextEncoder();
const buffer = new Uint8Array(65_536);

/** Avoids a new array for each payload: a UTF-16 unit takes at most three bytes. */
function bytesOf(text: string): number {
  return 3 * text.length <= buffer.length
    ? encoder.encodeInto(text, buffer).written
    : encoder.encode(text).length;
}

function resultOf(render: Render, model: Model, isJson: boolean): EventResult {
  let output: string;
  try {
    output = render(model);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const [message = ''] = error.message.split('\nTip:', 1);
    return { state: 'broken', size: 0, text: beginningOf(message), line: error.line };
  }
  const size = bytesOf(output);
  const problem = isJson && !isValid(output) ? findJsonProblem(output) : undefined;
  if (problem === undefined) return { state: 'sent', size, text: output.slice(0, shownLetters) };
  const line = output.slice(0, problem.offset).split('\n').length;
  return { state: 'broken', size, text: `Not JSON: ${problem.message}`, line };
}

/** Native parsing is fast; the position of an error is only searched for when there is one. */
function isValid(output: string): boolean {
  try {
    JSON.parse(output);
    return true;
  } catch {
    return output.trim() === '';
  }
}

/** Messages are shown on one line. */
function beginningOf(text: string): string {
  return text
    .slice(0, 2 * shownLetters)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, shownLetters);
}
