import type { MacroElement } from '../ast/elements.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import type { ParseSettings } from '../source/parse-settings.ts';
import type { CompiledMacro, CompiledTemplate } from '../runtime/compiled.ts';
import { compileBlock } from './elements.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';

/** Turns a parsed template into closures. */
export function compileTemplate(
  parsed: ParsedTemplate,
  settings: ParseSettings,
  {
    exceptionHandler = 'rethrow',
    isTraced = false,
  }: Partial<Pick<CompileScope, 'exceptionHandler' | 'isTraced'>> = {},
): CompiledTemplate {
  const definitions = new Map<MacroElement, CompiledMacro>();
  const defineMacro = (element: MacroElement): void => {
    const parameters = element.parameters.map((parameter) => ({
      name: parameter.name,
      defaultValue:
        parameter.defaultValue === undefined ? undefined : compileExpression(parameter.defaultValue, scope),
    }));
    const indexByName = new Map(parameters.map((parameter, i) => [parameter.name, i]));
    const body = compileBlock(element.children, scope);
    definitions.set(element, { element, template: () => template, parameters, indexByName, body });
  };
  const scope: CompileScope = {
    ...{ parsed, settings, exceptionHandler, isTraced },
    template: () => template,
    defineMacro,
  };
  const execute = compileBlock([parsed.root], scope);
  const macros = new Map<string, CompiledMacro>();
  for (const [name, element] of parsed.macros) {
    const compiled = definitions.get(element);
    if (compiled !== undefined) macros.set(name, compiled);
  }
  const template: CompiledTemplate = { name: parsed.name, parsed, execute, macros, definitions };
  return template;
}
