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

/** A change of the template after which fewer probes break it: that was tried, not guessed. */
export interface SuggestedFix extends QuickFix {
  /** Probes that break it in fewer columns, or in none, once it is made. */
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

/** The changes that help each by itself, those that mend most first. None of them makes anything worse. */
export function findSuggestedFixes(
  subject: EdgeCaseSubject,
  before: EdgeCaseRun,
  options: FixOptions,
): readonly SuggestedFix[] {
  const endsAt = options.now() + options.budget;
  const mends: SuggestedFix[] = [];
  for (const fix of candidates(subject, before, options)) {
    if (options.now() > endsAt) break;
    const after = tryEdgeCases({ ...subject, source: applyEdits(subject.source, fix.edits) });
    const edgeCaseIds = 'tried' in after ? mended(before, after) : undefined;
    if (edgeCaseIds !== undefined && edgeCaseIds.length > 0) mends.push({ ...fix, edgeCaseIds });
  }
  return mends.toSorted((a, b) => b.edgeCaseIds.length - a.edgeCaseIds.length);
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
    if ('tried' in after && (mended(before, after)?.length ?? 0) > 0) return source;
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

/** Identifiers of the probes that do better; undefined where anything does worse. */
function mended(before: EdgeCaseRun, after: EdgeCaseRun): readonly string[] | undefined {
  const better: string[] = [];
  for (const { probe, cells } of before.tried) {
    const now = after.tried.find((one) => one.probe.id === probe.id);
    let isBetter = false;
    for (const { column, verdict } of cells) {
      // A column that is no longer read cannot break anything.
      const next = now?.cells.find((cell) => cell.column === column)?.verdict ?? 'fine';
      if (verdict === 'untried' || next === 'untried') continue;
      const change = worseFirst(next, verdict);
      // To send what nobody can read is no better than to send nothing.
      if (change < 0 || (verdict === 'error' && next === 'broken')) return undefined;
      if (change > 0) isBetter = true;
    }
    if (isBetter) better.push(probe.id);
  }
  return better;
}

/** What lint would do, what escapes the places that printed what broke, and defaults; one at a time, and all that are alike together. */
function candidates(subject: EdgeCaseSubject, before: EdgeCaseRun, options: FixOptions): readonly QuickFix[] {
  const { variables, contentType } = options;
  // Functions are no data: lint knows those of the service by itself.
  const { utils: _functions, ...model } = subject.modelOf(subject.columns);
  const found = diagnose(subject.source, { model, variables, contentType });
  const single = [...found.flatMap(({ fixes }) => fixes.slice(0, 1)), ...escapes(subject, before)];
  const distinct = [...new Map(single.map((fix) => [JSON.stringify(fix.edits), fix])).values()];
  const alike = [...Map.groupBy(distinct, ({ title }) => title)].flatMap(([title, fixes]): QuickFix[] =>
    fixes.length < 2 ? [] : [{ title, edits: withoutOverlaps(fixes) }],
  );
  return [...distinct, ...alike, ...defaults(subject, before)];
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
    // Where nobody can tell whether quotes stand around it, trying does.
    if (place !== 'in-string') fixes.push(inQuotes(interpolation, escape));
  }
  return fixes;
}

const defaultsByType: Readonly<Record<string, string>> = { number: '0', boolean: 'false' };

/** Says what is sent where a column is not there, at each place where rendering stopped for the want of it. */
function defaults(subject: EdgeCaseSubject, before: EdgeCaseRun): readonly QuickFix[] {
  const stopping = new Set(
    before.tried.flatMap(({ probe, cells }) =>
      probe.value === undefined || probe.value === null
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
 * A default takes all that follows it for its own, so that the column gets parentheses, unless nothing follows: in a list of
 * arguments they would make a call of what stands before.
 */
function withDefault(source: string, start: number, end: number, instead: string): readonly TextEdit[] {
  const endsContainer = /^\s*(?:[},)>]|\/>)/.test(source.slice(end, end + 100));
  return endsContainer
    ? [insertion(end, `!${instead}`)]
    : [insertion(start, '('), insertion(end, `!${instead})`)];
}
