import { findProblems, ownRuns, placedOwn, TemplateMemory, usableOwn } from '../diagnostics/find-problems.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { syntaxDiagnostic } from '../diagnostics/syntax-errors.ts';
import type { OwnVariable, UsableVariable } from '../analysis/template-scope.ts';
import { TemplateError } from '../errors/template-error.ts';
import {
  PART_LIMITS,
  parseInParts,
  type PartedTemplate,
  type PartLimits,
  type TemplatePart,
} from '../parser/parts.ts';
import { compileTemplate } from '../compiler/compile-template.ts';
import { parseTemplate } from '../parser/parse.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';
import { DEFAULT_PARSE_SETTINGS, type ParseSettings } from '../source/parse-settings.ts';
import type { VariableModel } from '../variables/variable-model.ts';
import { PartedCompilation } from './parted-compilation.ts';
import { PassedPlaces } from './passed-places.ts';
import { changesBetween, type TextChange } from './text-edits.ts';

/** The inputs of the analysis besides the template. Objects are compared by identity: cached results are for the same objects. */
export interface GivenData {
  readonly models: readonly VariableModel[];
  readonly sample: unknown;
}

/** An editor requests problems with a sample of the data, and completions without. */
const MAX_KNOWLEDGE = 3;

interface Knowledge {
  readonly data: GivenData;
  readonly memory: TemplateMemory;
}

/**
 * A template that is being edited. It is parsed in parts, and only parts touched by a change are parsed again; the
 * findings of the others stay valid. All results are the same as after parsing the whole text.
 */
export class TemplateDocument {
  /** Where the search for what is around a cursor came by. */
  readonly passed = new PassedPlaces();
  readonly #settings: ParseSettings;
  readonly #limits: PartLimits;
  readonly #compilation: PartedCompilation;
  #template: PartedTemplate | undefined;
  /** The last one of which the next took over little: a quote that is typed changes all that follows, and the next one back. */
  #earlier: PartedTemplate | undefined;
  /** Why the text can't be parsed at all; the parts of the previous text are retained for the next. */
  #failure: { readonly text: string; readonly error: TemplateError } | undefined;
  /** What was found out with each of the data that were given last, the last one first. */
  #knowledge: readonly Knowledge[] = [];

  constructor(settings: ParseSettings = DEFAULT_PARSE_SETTINGS, limits: PartLimits = PART_LIMITS) {
    this.#limits = limits;
    this.#settings = settings;
    this.#compilation = new PartedCompilation(settings);
  }

  /** Problems of the text, which may be any, in the order of the source. Nothing is thrown for a bad template. */
  diagnose(text: string, data: GivenData, isJson: boolean): readonly Diagnostic[] {
    const template = this.#read(text);
    if (template instanceof TemplateError) return [syntaxDiagnostic(template, text)];
    const { data: known, memory } = this.#knowledgeOf(data);
    const settings = this.#settings;
    const compiling = {
      compile: () => this.compile(text),
      compileText: (other: string) => compileTemplate(parseTemplate(other, { settings }), settings),
    };
    return findProblems({ ...template, ...compiling }, known, isJson, memory);
  }

  /** The text ready to run, if it has no errors; places are counted in its parts. Throws TemplateError. */
  compile(text: string): CompiledTemplate {
    const template = this.#read(text);
    if (template instanceof TemplateError) throw template;
    return this.#compilation.compile(template);
  }

  /** The variables that the template itself makes, with the range in which each is visible. */
  ownVariables(text: string, data: GivenData): readonly OwnVariable[] {
    const template = this.#read(text);
    if (template instanceof TemplateError) return [];
    const { data: known, memory } = this.#knowledgeOf(data);
    return placedOwn(ownRuns(template.root, known, memory));
  }

  /** The template's own variables that can be used at an offset. */
  variablesAt(text: string, offset: number, data: GivenData): readonly UsableVariable[] {
    const template = this.#read(text);
    if (template instanceof TemplateError) return [];
    const { data: known, memory } = this.#knowledgeOf(data);
    return usableOwn(ownRuns(template.root, known, memory), offset);
  }

  #knowledgeOf(data: GivenData): Knowledge {
    const known = this.#knowledge.find(
      ({ data: { models, sample } }) => models === data.models && sample === data.sample,
    ) ?? { data, memory: new TemplateMemory() };
    this.#knowledge = [known, ...this.#knowledge.filter((other) => other !== known)].slice(0, MAX_KNOWLEDGE);
    return known;
  }

  #read(text: string): PartedTemplate | TemplateError {
    if (this.#template?.text === text) return this.#template;
    if (this.#failure?.text === text) return this.#failure.error;
    try {
      const template = this.#readInParts(text);
      if (this.#template !== undefined && isAnother(template, this.#template)) this.#earlier = this.#template;
      this.#template = template;
      return template;
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      this.#failure = { text, error };
      return error;
    }
  }

  #readInParts(text: string): PartedTemplate {
    const reusable = new Map<number, TemplatePart>();
    const unchanged = new Set<number>();
    for (const template of [this.#earlier, this.#template]) {
      if (template !== undefined) findUntouched(template, text, reusable, unchanged);
    }
    return parseInParts(text, this.#settings, reusable, unchanged, this.#limits);
  }
}

/** Adds to `reusable` and `unchanged` the parts and large runs that no change touched, by their new offsets. */
function findUntouched(
  template: PartedTemplate,
  text: string,
  reusable: Map<number, TemplatePart>,
  unchanged: Set<number>,
): void {
  const changes = changesBetween(template.text, text);
  let moved = movedPlaces(changes);
  for (const { part, base } of template.parts) {
    const end = base + part.root.source.text.length;
    const shift = moved(base, end);
    if (shift === undefined || (part.isAtEnd && end + shift !== text.length)) continue;
    reusable.set(base + shift + part.start, part);
  }
  moved = movedPlaces(changes);
  for (const { start, reach } of template.large) {
    const shift = moved(start, reach);
    if (shift !== undefined) unchanged.add(start + shift);
  }
}

/** Whether a template took over less than half of the parts of the one before. */
function isAnother(template: PartedTemplate, before: PartedTemplate): boolean {
  const known = new Set(before.parts.map(({ part }) => part));
  const taken = template.parts.filter(({ part }) => known.has(part));
  return taken.length * 2 < before.parts.length;
}

/** The shift of ranges, requested in source order; undefined for a range that a change touched. */
function movedPlaces(changes: readonly TextChange[]): (from: number, to: number) => number | undefined {
  let next = 0;
  let shift = 0;
  return (from, to) => {
    for (let change = changes[next]; change !== undefined && change.to <= from; change = changes[++next]) {
      shift += change.length - (change.to - change.from);
    }
    const change = changes[next];
    return change !== undefined && change.from < to ? undefined : shift;
  };
}
