import type { InterpolationElement } from '../ast/elements.ts';
import { diagnose } from '../diagnostics/diagnose.ts';
import type { QuickFix, TextEdit } from '../diagnostics/diagnostic.ts';
import { appendBuiltIn, insertion } from '../diagnostics/edits.ts';
import { interpolationPlaces } from '../diagnostics/json-context.ts';
import { parseTemplate } from '../parser/parse.ts';
import { isNumber, type Value } from '../values/value.ts';
import type { VariableModel } from '../variables/variable-model.ts';
import { columnsInUse } from './columns-in-use.ts';
import type { EdgeCaseRun, EdgeCaseSubject } from './edge-case-run.ts';
import { tryEdgeCases, worseFirst } from './edge-case-run.ts';

/** A change after which fewer edge cases break the template: verified by rendering, not assumed. */
export interface SuggestedFix extends QuickFix {
  /** The edge cases that break it in fewer columns, or in none, with the change. */
  readonly edgeCaseIds: readonly string[];
}

export interface FixOptions {
  readonly variables: readonly VariableModel[];
  readonly contentType: string;
  /** Milliseconds after which no further change is tried. */
  readonly budget: number;
  readonly now: () => number;
}

export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  let text = source;
  for (const { start, end, text: insert } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    text = text.slice(0, start) + insert + text.slice(end);
  return text;
}

/** The changes that help individually, most effective first. None of them makes anything worse. */
export function findSuggestedFixes(
  subject: EdgeCaseSubject,
  before: EdgeCaseRun,
  options: FixOptions,
): readonly SuggestedFix[] {
  const endsAt = options.now() + options.budget;
  const fixes: SuggestedFix[] = [];
  for (const fix of candidates(subject, before, options)) {
    if (options.now() > endsAt) break;
    const after = tryEdgeCases({ ...subject, source: applyEdits(subject.source, fix.edits) });
    const edgeCaseIds = 'tried' in after ? improvedEdgeCases(before, after) : undefined;
    if (edgeCaseIds !== undefined && edgeCaseIds.length > 0) fixes.push({ ...fix, edgeCaseIds });
  }
  return fixes.toSorted((a, b) => b.edgeCaseIds.length - a.edgeCaseIds.length);
}

/** The template with all that helps, or undefined where nothing does. */
export function applyAllFixes(subject: EdgeCaseSubject, options: FixOptions): string | undefined {
  let { source } = subject;
  // A default shows what is still to be escaped, and so on: each round works on what the one before left.
  for (let round = 0; round < 6; round++) {
    const before = tryEdgeCases({ ...subject, source });
    if (!('tried' in before)) break;
    const next = oneRound({ ...subject, source }, before, options);
    if (next === undefined) break;
    source = next;
  }
  return source === subject.source ? undefined : source;
}

function oneRound(subject: EdgeCaseSubject, before: EdgeCaseRun, options: FixOptions): string | undefined {
  const helpful = findSuggestedFixes(subject, before, options);
  // Two places that print the same column help only together.
  const attempts = [candidates(subject, before, options), helpful, helpful.slice(0, 1)];
  for (const fixes of attempts) {
    const source = applyEdits(subject.source, withoutOverlaps(fixes));
    const after = tryEdgeCases({ ...subject, source });
    if ('tried' in after && (improvedEdgeCases(before, after)?.length ?? 0) > 0) return source;
  }
  return undefined;
}

function withoutOverlaps(fixes: readonly QuickFix[]): readonly TextEdit[] {
  const taken: TextEdit[] = [];
  for (const { edits } of fixes) {
    const overlaps = edits.some((edit) =>
      taken.some((other) => edit.start <= other.end && other.start <= edit.end),
    );
    if (!overlaps) taken.push(...edits);
  }
  return taken;
}

/** IDs of the edge cases that improve; undefined if anything gets worse. */
function improvedEdgeCases(before: EdgeCaseRun, after: EdgeCaseRun): readonly string[] | undefined {
  const better: string[] = [];
  for (const { edgeCase, cells } of before.tried) {
    const now = after.tried.find((one) => one.edgeCase.id === edgeCase.id);
    let isBetter = false;
    for (const { column, verdict } of cells) {
      // A column that is no longer read cannot break anything.
      const next = now?.cells.find((cell) => cell.column === column)?.verdict ?? 'fine';
      if (verdict === 'untried' || next === 'untried') continue;
      const change = worseFirst(next, verdict);
      // Sending unreadable output is no better than sending nothing.
      if (change < 0 || (verdict === 'error' && next === 'broken')) return undefined;
      if (change > 0) isBetter = true;
    }
    if (isBetter) better.push(edgeCase.id);
  }
  return better;
}

/** The fixes of lint, escaping where the broken output was printed, and defaults: each individually, and all equal ones together. */
function candidates(subject: EdgeCaseSubject, before: EdgeCaseRun, options: FixOptions): readonly QuickFix[] {
  const { variables, contentType } = options;
  // Functions are not data: lint knows those of the service anyway.
  const { utils: _functions, ...model } = subject.modelOf(subject.columns);
  const found = diagnose(subject.source, { model, variables, contentType });
  const single = [...found.flatMap(({ fixes }) => fixes.slice(0, 1)), ...escapes(subject, before)];
  const distinct = [...new Map(single.map((fix) => [JSON.stringify(fix.edits), fix])).values()];
  const grouped = [...Map.groupBy(distinct, ({ title }) => title)].flatMap(([title, fixes]): QuickFix[] =>
    fixes.length < 2 ? [] : [{ title, edits: withoutOverlaps(fixes) }],
  );
  return [...distinct, ...grouped, ...defaults(subject, before)];
}

function inQuotes({ start, end }: InterpolationElement, escape: QuickFix): QuickFix {
  return {
    title: 'Put it in quotes, and add ?json_string',
    edits: [insertion(start, '"'), ...escape.edits, insertion(end, '"')],
  };
}

/** Lint does not look into what a macro prints, or what was captured. */
function escapes(subject: EdgeCaseSubject, before: EdgeCaseRun): readonly QuickFix[] {
  const blamed = new Set(
    before.tried.flatMap(({ cells }) =>
      cells.flatMap(({ verdict, breakage }) => (verdict === 'broken' ? [breakage?.origin?.start] : [])),
    ),
  );
  const fixes: QuickFix[] = [];
  for (const [interpolation, place] of interpolationPlaces(parseTemplate(subject.source, {}).root)) {
    if (interpolation.type !== 'interpolation' || !blamed.has(interpolation.start)) continue;
    const escape = appendBuiltIn(interpolation.expression, '?json_string');
    fixes.push(escape);
    // If it is unknown whether the place is in quotes, both are tried.
    if (place !== 'in-string') fixes.push(inQuotes(interpolation, escape));
  }
  return fixes;
}

const defaultsByType: Readonly<Record<string, string>> = { number: '0', boolean: 'false' };

/** Says what is sent where a column is not there, at each place where rendering stopped for the want of it. */
function defaults(subject: EdgeCaseSubject, before: EdgeCaseRun): readonly QuickFix[] {
  const stopping = new Set(
    before.tried.flatMap(({ edgeCase, cells }) =>
      edgeCase.value === undefined || edgeCase.value === null
        ? cells.filter(({ verdict }) => verdict === 'error').map(({ column }) => column)
        : [],
    ),
  );
  const template = parseTemplate(subject.source, {});
  const inUse = columnsInUse(template, new Set(Object.keys(subject.columns)));
  const typeNameOf = (value: Value): string => (isNumber(value) ? 'number' : typeof value);
  return inUse
    .filter(({ name }) => stopping.has(name))
    .map(({ name, uses }): QuickFix => {
      const instead = defaultsByType[typeNameOf(subject.columns[name])] ?? "'n/a'";
      return {
        title: `Say what to send when ${name} is missing`,
        edits: uses.flatMap(({ start, end }) => withDefault(subject.source, start, end, instead)),
      };
    });
}

/**
 * A default extends over everything that follows it, so the column gets parentheses, unless nothing follows: in a list of
 * arguments they would turn the preceding expression into a call.
 */
function withDefault(source: string, start: number, end: number, instead: string): readonly TextEdit[] {
  const endsContainer = /^\s*(?:[},)>]|\/>)/.test(source.slice(end, end + 100));
  return endsContainer
    ? [insertion(end, `!${instead}`)]
    : [insertion(start, '('), insertion(end, `!${instead})`)];
}
