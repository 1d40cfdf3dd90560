import { elementsIn, expressionsIn } from '../analysis/expression-children.ts';
import { columnKind, variablePath } from '../analysis/value-kinds.ts';
import type { KnownVariables, ValueKind } from '../analysis/value-kinds.ts';
import type { Element } from '../ast/elements.ts';
import { TemplateError } from '../errors/template-error.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';
import type { Diagnostic, DiagnosticCode, QuickFix, TextEdit } from './diagnostic.ts';
import { findJsonProblem } from './json-validator.ts';
import { renderSample } from './rules/sample-run.ts';

/** What is needed to try a fix. */
export interface FixSubject {
  readonly text: string;
  readonly root: Element;
  readonly known: Omit<KnownVariables, 'own'>;
  readonly isJson: boolean;
  /** The template as it is. Throws TemplateError. */
  readonly compile: () => CompiledTemplate;
  /** Another text with the same settings. Throws TemplateError. */
  readonly compileText: (text: string) => CompiledTemplate;
}

/** What a fix may change where the template is right already: nothing, or the grouping of digits. */
type Allowance = 'nothing' | 'digits';

const allowances: Readonly<Partial<Record<DiagnosticCode, Allowance>>> = { 'number-without-c': 'digits' };

interface Offer {
  readonly fix: QuickFix;
  readonly allowance: Allowance;
}

/** How many characters may be compiled to try fixes: a person is waiting at every key. */
const MAX_TRIED = 60_000;
/** Of a long template, so many tries all the same: one for all fixes of each allowance, and some to find bad ones. */
const LEAST_TRIES = 6;
/** Longer ones take too long to be rendered for this. */
const LONGEST = 250_000;

/**
 * The problems with those of their fixes that were tried: the template is rendered with sample data and edge cases, without
 * and with the fix. One that breaks a rendering, or changes one that was right, is not offered; nor is one that could not
 * be tried, because the template is too long.
 */
export function withTriedFixes(found: readonly Diagnostic[], subject: FixSubject): readonly Diagnostic[] {
  const offers = found.flatMap(({ code, fixes }) =>
    fixes.map((fix): Offer => ({ fix, allowance: allowances[code] ?? 'nothing' })),
  );
  if (offers.length === 0) return found;
  const isTriable = subject.text.length <= LONGEST;
  const good = isTriable ? new FixTrier(subject).goodOf(offers) : new Set<QuickFix>();
  return found.map((diagnostic) =>
    diagnostic.fixes.every((fix) => good.has(fix))
      ? diagnostic
      : { ...diagnostic, fixes: diagnostic.fixes.filter((fix) => good.has(fix)) },
  );
}

interface Rendering {
  readonly output: string | undefined;
  readonly isRight: boolean;
}

class FixTrier {
  readonly #subject: FixSubject;
  readonly #models: readonly unknown[];
  readonly #before: readonly Rendering[];
  readonly #good = new Set<QuickFix>();
  #tried = 0;

  constructor(subject: FixSubject) {
    this.#subject = subject;
    this.#models = edgeCases(subject);
    this.#before = this.#renderings(subject.compile);
  }

  /** Many are tried at once, which halves find out the bad ones of. */
  goodOf(offers: readonly Offer[]): ReadonlySet<QuickFix> {
    for (const allowance of ['nothing', 'digits'] as const) {
      let waiting: readonly Offer[] = offers.filter((offer) => offer.allowance === allowance);
      while (waiting.length > 0) {
        const { apart, others } = apartFrom(waiting);
        this.#try(apart, allowance);
        waiting = others;
      }
    }
    return this.#good;
  }

  #try(offers: readonly Offer[], allowance: Allowance): void {
    const { text } = this.#subject;
    this.#tried += text.length;
    if (this.#tried > Math.max(MAX_TRIED, LEAST_TRIES * text.length)) return;
    const fixed = applied(
      text,
      offers.flatMap(({ fix }) => fix.edits),
    );
    const after = this.#renderings(() => this.#subject.compileText(fixed));
    const isGood = this.#before.every((before, index) => isAsGood(before, after[index], allowance));
    if (isGood) for (const { fix } of offers) this.#good.add(fix);
    else if (offers.length > 1) {
      const middle = offers.length >> 1;
      this.#try(offers.slice(0, middle), allowance);
      this.#try(offers.slice(middle), allowance);
    }
  }

  #renderings(compile: () => CompiledTemplate): readonly Rendering[] {
    let compiled: CompiledTemplate;
    try {
      compiled = compile();
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return this.#models.map(() => ({ output: undefined, isRight: false }));
    }
    return this.#models.map((model) => {
      const output = renderSample({ compile: () => compiled }, model);
      if (typeof output !== 'string') return { output: undefined, isRight: false };
      return { output, isRight: !this.#subject.isJson || findJsonProblem(output) === undefined };
    });
  }
}

function isAsGood(before: Rendering, after: Rendering | undefined, allowance: Allowance): boolean {
  if (!before.isRight) return true;
  if (after?.isRight !== true) return false;
  const [was, is] = [before.output ?? '', after.output ?? ''];
  return was === is || (allowance === 'digits' && ungrouped(was) === ungrouped(is));
}

const ungrouped = (text: string): string => text.replace(/(?<=\d)[,.](?=\d)/g, '');

/** Fixes that change separate ranges, and the others: those could undo each other. */
function apartFrom(offers: readonly Offer[]): {
  readonly apart: readonly Offer[];
  readonly others: readonly Offer[];
} {
  const apart: Offer[] = [];
  const others: Offer[] = [];
  const taken: { readonly start: number; readonly end: number }[] = [];
  for (const offer of offers) {
    const { edits } = offer.fix;
    const start = Math.min(...edits.map((edit) => edit.start));
    const end = Math.max(...edits.map((edit) => edit.end));
    const isFree = taken.every((other) => end < other.start || other.end < start);
    (isFree ? apart : others).push(offer);
    if (isFree) taken.push({ start, end });
  }
  return { apart, others };
}

function applied(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { start, end, text: insert } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, start) + insert + result.slice(end);
  return result;
}

/** The sample, or what may stand for one, and the same with texts that break JSON and with empty ones. */
function edgeCases({ root, known }: FixSubject): readonly unknown[] {
  const { models, sample } = known;
  const isGiven = models.length > 0 || sample !== undefined;
  const given = { ...columnsOf(models), ...(isRecord(sample) ? sample : {}) };
  const base = isGiven ? given : namesOf(root);
  return [base, withTexts(base, 'a "b" \\ c\n<d> & \'e\''), withTexts(base, '')];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const examples: Readonly<Partial<Record<ValueKind, unknown>>> = {
  number: 1234.5,
  timestamp: 1_700_000_000_123,
  boolean: true,
  sequence: ['plain'],
  hash: { name: 'plain' },
};

function columnsOf(models: KnownVariables['models']): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { name, columns } of models) {
    const values = Object.fromEntries(
      columns.map((column) => [column.name, examples[columnKind(column)] ?? 'plain'] as const),
    );
    Object.assign(found, values, name === '' ? {} : { [name]: values });
  }
  return found;
}

/** Texts for the names that a template reads, where nothing says what they hold. */
function namesOf(root: Element, found: Record<string, unknown> = {}): Readonly<Record<string, unknown>> {
  for (const element of elementsIn(root)) if (element.type === 'part') namesOf(element.root, found);
  for (const { expression } of expressionsIn(root)) {
    const [name, member] = variablePath(expression) ?? [];
    if (name === undefined || name === 'utils' || name === 'system') continue;
    const known = found[name];
    if (member === undefined) found[name] = known ?? 'plain';
    else found[name] = { ...(isRecord(known) ? known : {}), [member]: 'plain' };
  }
  return found;
}

function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, text));
  if (!isRecord(value) || '$type' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item, text)]));
}
