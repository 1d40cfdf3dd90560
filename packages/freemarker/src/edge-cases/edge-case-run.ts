import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { findJsonProblem } from '../diagnostics/json-validator.ts';
import { compile } from '../engine.ts';
import { TemplateError } from '../errors/template-error.ts';
import { parseTemplate } from '../parser/parse.ts';
import { isNumber, type Value } from '../values/value.ts';
import { columnsInUse } from './columns-in-use.ts';
import type { EdgeCase } from './edge-cases.ts';
import { edgeCases } from './edge-cases.ts';
import type { Origin } from './traced-template.ts';
import { traceOrigin } from './traced-template.ts';

export interface EdgeCaseSubject {
  readonly source: string;
  /** An event with which the template works, as values of the engine: a number that a double cannot hold is an `exactNumber`. */
  readonly columns: Readonly<Record<string, Value>>;
  /** Whether the payload is to be JSON. */
  readonly isJson: boolean;
  /** What a template sees of an event. */
  readonly modelOf: (columns: Readonly<Record<string, Value>>) => Readonly<Record<string, unknown>>;
}

/**
 * `broken`: the output isn't valid JSON. `error`: nothing can be sent. `differs`: the output is valid, but isn't the value that
 * the column holds. `untried`: the value can't occur in this column.
 */
export type Verdict = 'fine' | 'differs' | 'broken' | 'error' | 'untried';

/** Where and why, for a verdict that is not `fine`. Lines and columns count from 1. */
export interface Breakage {
  readonly message: string;
  /** Of the output; undefined where there is none. */
  readonly output?: { readonly text: string; readonly line: number; readonly column: number };
  /** The part of the template that caused it, if known. */
  readonly origin?: Origin;
}

export interface TriedCell {
  readonly column: string;
  readonly verdict: Verdict;
  readonly breakage?: Breakage;
}

export interface TriedEdgeCase {
  readonly edgeCase: EdgeCase;
  readonly cells: readonly TriedCell[];
  readonly worst: Verdict;
}

export interface EdgeCaseRun {
  /** Columns that the template reads, as its cells are ordered. */
  readonly columns: readonly string[];
  readonly tried: readonly TriedEdgeCase[];
  readonly renderings: number;
}

/** The template cannot be tried: it does not parse, or stops for the event that it shall work with. */
export interface Untriable {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A delivery gets more: a template that needs this much for one event is slow anyway. */
const limits = {
  milliseconds: 200,
  steps: 200_000,
  outputLength: 1_000_000,
  stringLength: 1_000_000,
  regexSteps: 100_000,
};

const gravity: readonly Verdict[] = ['error', 'broken', 'differs', 'fine', 'untried'];
export const worseFirst = (one: Verdict, other: Verdict): number =>
  gravity.indexOf(one) - gravity.indexOf(other);

/** Renders the template with every edge case in every column that it reads. Never throws for a template. */
export function tryEdgeCases(subject: EdgeCaseSubject): EdgeCaseRun | Untriable {
  const { source, columns, modelOf } = subject;
  try {
    const template = parseTemplate(source, {});
    const render = compile(source, { limits });
    render(modelOf(columns));
    return run(subject, template, render);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { message, line, column } = error;
    return { message, line, column };
  }
}

function run(
  subject: EdgeCaseSubject,
  template: ParsedTemplate,
  render: (model: Readonly<Record<string, unknown>>) => string,
): EdgeCaseRun {
  const { source, columns } = subject;
  const names = columnsInUse(template, new Set(Object.keys(columns))).map(({ name }) => name);
  let trace: ReturnType<typeof traceOrigin> | undefined;
  let renderings = 0;

  function tryCell(edgeCase: EdgeCase, column: string): TriedCell {
    if (!canOccur(edgeCase, columns[column])) return { column, verdict: 'untried' };
    renderings += 1;
    const { [column]: _replaced, ...others } = columns;
    const model = subject.modelOf(
      edgeCase.value === undefined ? others : { ...others, [column]: edgeCase.value },
    );
    try {
      const output = render(model);
      const problem = subject.isJson && output.trim() !== '' ? findJsonProblem(output) : undefined;
      if (problem === undefined) return { column, ...judgeValid(edgeCase, output) };
      trace ??= traceOrigin(template, source, limits);
      const origin = trace(model, output, problem.offset);
      const place = { text: output, ...placeOf(output, problem.offset) };
      return {
        column,
        verdict: 'broken',
        breakage: { message: problem.message, output: place, ...(origin === undefined ? {} : { origin }) },
      };
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const { message, start, end } = error;
      return { column, verdict: 'error', breakage: { message, origin: { start, end } } };
    }
  }

  const tried = edgeCases.map((edgeCase): TriedEdgeCase => {
    const cells = names.map((column) => tryCell(edgeCase, column));
    const [worst = 'untried'] = cells.map(({ verdict }) => verdict).toSorted(worseFirst);
    return { edgeCase, cells, worst };
  });
  // The worst come first; equal ones stay in order.
  return { columns: names, tried: tried.toSorted((a, b) => worseFirst(a.worst, b.worst)), renderings };
}

/** A column of unknown type may hold anything. */
function canOccur({ occursIn }: EdgeCase, sample: Value): boolean {
  if (occursIn === 'any' || sample === undefined || sample === null) return true;
  return occursIn === 'number' ? isNumber(sample) : typeof sample === 'string';
}

/** A number in groups of digits is a number that no program reads. */
function judgeValid({ value }: EdgeCase, output: string): Pick<TriedCell, 'verdict' | 'breakage'> {
  const grouped = typeof value === 'number' ? value.toLocaleString('en-US') : '';
  const offset = grouped === '' ? -1 : output.indexOf(grouped);
  if (offset === -1) return { verdict: 'fine' };
  const message = 'The number is printed for people, with its digits in groups.';
  return { verdict: 'differs', breakage: { message, output: { text: output, ...placeOf(output, offset) } } };
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
