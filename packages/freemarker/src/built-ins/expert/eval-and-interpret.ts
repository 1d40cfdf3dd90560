import type { BuiltInExpression } from '../../ast/expressions.ts';
import { toPlainText } from '../../runtime/coercion.ts';
import type { Evaluate } from '../../runtime/compiled.ts';
import { embedded } from '../../runtime/embedded-errors.ts';
import type { Environment } from '../../runtime/environment.ts';
import { DirectiveValue } from '../../runtime/macro.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { itemAt, sequenceOf } from '../../values/sequences.ts';
import { stringOf } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { builtInForm } from '../built-in.ts';
import type { FormCompiler } from '../form-compiler.ts';

/** Built-ins that run code from strings. */
export const evaluation = [
  builtInForm({
    name: 'eval',
    doc: 'The value of the string as an expression.',
    example: { template: '${"1 + 2"?eval}', output: '3' },
    on: 'expert',
    compile: compileEval,
  }),
  builtInForm({
    name: 'interpret',
    doc: 'The string as a template, to be called like a macro.',
    example: {
      template: '<#assign greet = "Hello ${r\'${name}\'}!"?interpret><#assign name = "Ann"><@greet/>',
      output: 'Hello Ann!',
    },
    gives: 'callable',
    on: 'expert',
    compile: compileInterpret,
  }),
];

/** Syntax errors of the string are blamed on the `?eval`, others on the element around. */
function compileEval(node: BuiltInExpression, compiler: FormCompiler): Evaluate {
  const target = compiler.expression(node.target);
  return (env) => {
    const text = toPlainText(target(env), node.target, env);
    env.charge(text.length);
    const message = `Failed to "?${node.name}" string with this error:`;
    const { current } = env;
    return env.nestedEvaluation(() => {
      let expression;
      try {
        expression = compiler.parse(`(${text})`, node, env.time);
      } catch (error) {
        throw embedded(error, message, node);
      }
      try {
        return compiler.expression(expression)(env);
      } catch (error) {
        throw embedded(error, message, current);
      }
    });
  };
}

/** Takes a string, or a sequence of a string and a name. */
function compileInterpret(node: BuiltInExpression, compiler: FormCompiler): Evaluate {
  const target = compiler.expression(node.target);
  return (env) => {
    const { source, id } = sourceAndName(target(env), node, env);
    env.step();
    env.charge(source.length);
    const { parseSettings } = env.context;
    const settings = {
      ...parseSettings,
      // If the output format is the configured one, the escaping policy is too: a quirk of the original.
      ...(node.outputFormat !== parseSettings.outputFormat && {
        outputFormat: node.outputFormat,
        autoEscapingPolicy: node.autoEscapingPolicy,
      }),
      recognizeStandardFileExtensions: false,
    };
    try {
      const template = env.context.compile(source, `${env.current.source.name}->${id}`, settings, env.time);
      return new DirectiveValue('interpret', template);
    } catch (error) {
      throw embedded(error, `Template parsing with "?${node.name}" has failed with this error:`, node);
    }
  };
}

function sourceAndName(
  value: Value,
  node: BuiltInExpression,
  env: Environment,
): { source: string; id: string } {
  const sequence = sequenceOf(value);
  if (sequence === undefined && stringOf(value) === undefined)
    throw wrongType(node.target, value, 'sequence or string');
  if (sequence === undefined || typeof value === 'string') {
    return { source: toPlainText(value, node.target, env), id: 'anonymous_interpreted' };
  }
  const name = itemAt(sequence, 1);
  return {
    source: toPlainText(itemAt(sequence, 0), node.target, env),
    id: name == null ? 'anonymous_interpreted' : toPlainText(name, node.target, env),
  };
}
