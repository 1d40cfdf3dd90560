import { compileTemplate, type CompiledParts } from '../compiler/compile-template.ts';
import type { PartedTemplate } from '../parser/parts.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';
import type { ParseSettings } from '../source/parse-settings.ts';
import { StrippedParts, strippedInParts } from '../whitespace/whitespace-stripping.ts';

/** Compiles a template that is being written: what is made of a part stands for as long as the part does. */
export class PartedCompilation {
  readonly #settings: ParseSettings;
  readonly #stripped = new StrippedParts();
  readonly #compiled: CompiledParts = new WeakMap();

  constructor(settings: ParseSettings) {
    this.#settings = settings;
  }

  /** Of a template without errors. Throws TemplateError for one that is too deep. */
  compile({ name, root: whole, stripsWhitespace }: PartedTemplate): CompiledTemplate {
    const root = strippedInParts(whole, stripsWhitespace, this.#stripped);
    return compileTemplate({ name, root }, this.#settings, { parts: this.#compiled });
  }
}
