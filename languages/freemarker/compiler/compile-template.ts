import type { ParsedTemplate } from '../parser/parse.ts';
import type { ParseSettings } from '../parser/parse-options.ts';
import type { CompiledMacro, CompiledTemplate } from '../runtime/compiled.ts';
import { compileBlock } from './elements.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';

/** Turns a parsed template into closures. */
export function compileTemplate(
  parsed: ParsedTemplate,
  settings: ParseSettings,
  exceptionHandler: CompileScope['exceptionHandler'] = 'rethrow',
): CompiledTemplate {
  const macros = new Map<string, CompiledMacro>();
  const scope: CompileScope = { parsed, settings, exceptionHandler, template: () => template };
  const template: CompiledTemplate = {
    name: parsed.name,
    parsed,
    execute: compileBlock([parsed.root], scope),
    macros,
  };
  for (const [name, element] of parsed.macros) {
    const parameters = element.parameters.map((parameter) => ({
      name: parameter.name,
      defaultValue:
        parameter.defaultValue === undefined ? undefined : compileExpression(parameter.defaultValue, scope),
    }));
    macros.set(name, {
      element,
      template,
      parameters,
      indexByName: new Map(parameters.map((parameter, i) => [parameter.name, i])),
      body: compileBlock(element.children, scope),
    });
  }
  return template;
}
