import { findProblems, ownRuns, placedOwn, TemplateMemory, usableOwn } from '../diagnostics/find-problems.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { syntaxDiagnostic } from '../diagnostics/syntax-errors.ts';
import type { OwnVariable, UsableVariable } from '../analysis/template-scope.ts';
import { TemplateError } from '../errors/template-error.ts';
import { parseInParts, type PartedTemplate, type TemplatePart } from '../parser/parts.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';
import { DEFAULT_PARSE_SETTINGS, type ParseSettings } from '../source/parse-settings.ts';
import type { VariableModel } from '../variables/variable-model.ts';
import { PartedCompilation } from './parted-compilation.ts';
import { PassedPlaces } from './passed-places.ts';
import { changesBetween } from './text-edits.ts';

/** What problems depend on beside the template. Objects are compared by identity: what is kept holds for the same. */
export interface GivenData {
  readonly models: readonly VariableModel[];
  readonly sample: unknown;
}

/** An editor asks for problems with a sample of the data, and for completions without. */
const MOST_KNOWLEDGE = 3;

interface Knowledge {
  readonly data: GivenData;
  readonly memory: TemplateMemory;
}

/**
 * A template that is being written. It is read in parts, and only those are read again that a change touched; what was
 * found in the others stands. All answers are those that a fresh reading of the whole text gives.
 */
export class TemplateDocument {
  /** Where the search for what is around a cursor came by. */
  readonly passed = new PassedPlaces();
  readonly #settings: ParseSettings;
  readonly #compilation: PartedCompilation;
  #template: PartedTemplate | undefined;
  /** Why the text cannot be read at all; the parts of the text before are kept for the next. */
  #failure: { readonly text: string; readonly error: TemplateError } | undefined;
  /** What was found out with each of the data that were given last, the last one first. */
  #knowledge: readonly Knowledge[] = [];

  constructor(settings: ParseSettings = DEFAULT_PARSE_SETTINGS) {
    this.#settings = settings;
    this.#compilation = new PartedCompilation(settings);
  }

  /** Problems of the text, which may be any, in the order of the source. Nothing is thrown for a bad template. */
  diagnose(text: string, data: GivenData, isJson: boolean): readonly Diagnostic[] {
    const template = this.#read(text);
    if (template instanceof TemplateError) return [syntaxDiagnostic(template, text)];
    const { data: known, memory } = this.#knowledgeOf(data);
    return findProblems({ ...template, compile: () => this.compile(text) }, known, isJson, memory);
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
    this.#knowledge = [known, ...this.#knowledge.filter((other) => other !== known)].slice(0, MOST_KNOWLEDGE);
    return known;
  }

  #read(text: string): PartedTemplate | TemplateError {
    if (this.#template?.text === text) return this.#template;
    if (this.#failure?.text === text) return this.#failure.error;
    try {
      this.#template = parseInParts(text, this.#settings, this.#kept(text));
      return this.#template;
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      this.#failure = { text, error };
      return error;
    }
  }

  /** The parts of which no change touched anything they depend on, by where they begin in the new text. */
  #kept(text: string): ReadonlyMap<number, TemplatePart> {
    const kept = new Map<number, TemplatePart>();
    if (this.#template === undefined) return kept;
    const changes = changesBetween(this.#template.text, text);
    let next = 0;
    let shift = 0;
    for (const { part, base } of this.#template.parts) {
      for (let change = changes[next]; change !== undefined && change.to <= base; change = changes[++next]) {
        shift += change.length - (change.to - change.from);
      }
      const end = base + part.root.source.text.length;
      const change = changes[next];
      const isTouched = change !== undefined && change.from < end;
      if (isTouched || (part.isAtEnd && end + shift !== text.length)) continue;
      kept.set(base + shift + part.start, part);
    }
    return kept;
  }
}
