import type { MacroElement, MixedElement } from '../ast/elements.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { isStackOverflow, tooDeep } from '../errors/template-error.ts';
import type { CompiledMacro, CompiledTemplate, Execute } from '../runtime/compiled.ts';
import type { ParseSettings } from '../source/parse-settings.ts';
import { compileBlock } from './elements.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';

interface CompiledPart {
  readonly execute: Execute;
  readonly macros: readonly CompiledMacro[];
}

/** The closures of the parts of a template that is being written; they hold for as long as the settings are the same. */
export type CompiledParts = WeakMap<MixedElement, CompiledPart>;

type Surroundings = Pick<CompileScope, 'templateName' | 'settings' | 'exceptionHandler' | 'isTraced'>;

export interface CompileOptions extends Partial<Pick<CompileScope, 'exceptionHandler' | 'isTraced'>> {
  /** What is known of parts, by what whitespace stripping left of them; those that are new are put to it. */
  readonly parts?: CompiledParts;
}

/** Turns a parsed template into closures. Throws TemplateError (`limit-nesting`) for one that is too deep. */
export function compileTemplate(
  { name, root }: Pick<ParsedTemplate, 'name' | 'root'>,
  settings: ParseSettings,
  { exceptionHandler = 'rethrow', isTraced = false, parts = new WeakMap() }: CompileOptions = {},
): CompiledTemplate {
  const defined: CompiledMacro[] = [];
  const scope = scopeWith({ templateName: name, settings, exceptionHandler, isTraced }, defined, parts);
  try {
    const execute = compileBlock([root], scope);
    const macros = new Map(defined.map((macro) => [macro.element.name, macro]));
    return { name, root, execute, macros };
  } catch (error) {
    throw isStackOverflow(error) ? tooDeep(root.source) : error;
  }
}

function scopeWith(around: Surroundings, defined: CompiledMacro[], parts: CompiledParts): CompileScope {
  const scope: CompileScope = {
    ...around,
    defineMacro: (element) => {
      const macro = compileMacro(element, scope);
      defined.push(macro);
      return macro;
    },
    compilePart: ({ root }) => {
      const known = parts.get(root) ?? compilePart(root, around, parts);
      parts.set(root, known);
      for (const macro of known.macros) defined.push(macro);
      return known.execute;
    },
  };
  return scope;
}

/** In a separate scope: the template's scope would retain the whole template for the lifetime of the part. */
function compilePart(root: MixedElement, around: Surroundings, parts: CompiledParts): CompiledPart {
  const macros: CompiledMacro[] = [];
  const execute = compileBlock(root.children, scopeWith(around, macros, parts));
  return { execute, macros };
}

function compileMacro(element: MacroElement, scope: CompileScope): CompiledMacro {
  const parameterNames = element.parameters.map(({ name }) => name);
  const parameters = element.parameters.map(({ name, defaultValue }) => ({
    name,
    slot: parameterNames.indexOf(name),
    defaultValue: defaultValue && compileExpression(defaultValue, scope),
  }));
  const slots = new Map(parameters.map(({ name, slot }) => [name, slot]));
  return { element, parameters, parameterNames, slots, body: compileBlock(element.children, scope) };
}
