import type { BuiltInExpression, Expression } from '../../ast/expressions.ts';
import { missingValue, runtimeError } from '../../errors/runtime-errors.ts';
import { compareValues } from '../../runtime/comparison.ts';
import type { Evaluate } from '../../runtime/compiled.ts';
import { builtInForm } from '../built-in.ts';
import type { FormCompiler } from '../form-compiler.ts';
import { anything, rest } from '../parameters.ts';

/** Built-ins that evaluate only one of their arguments, as the value before the `?` decides. */
export const choices = [
  builtInForm({
    name: 'then',
    doc: 'One of two values.',
    example: { template: '${(2 > 1)?then("more", "less")}', output: 'more' },
    since: '2.3.23',
    syntax: 'lazy',
    on: 'boolean',
    parameters: [anything('whenTrue'), anything('whenFalse')],
    chooses: (args) => args,
    json: { asValue: true },
    compile: compileThen,
  }),
  builtInForm({
    name: 'switch',
    doc: 'The result that belongs to the equal case.',
    example: { template: '${2?switch(1, "one", 2, "two", "many")}', output: 'two' },
    since: '2.3.23',
    syntax: 'lazy',
    on: 'any',
    parameters: [anything('case1'), anything('result1'), rest('…, default')],
    chooses: (args) => args.filter((_, index) => index % 2 === 1 || index === args.length - 1),
    json: { asValue: true },
    compile: compileSwitch,
  }),
];

function nonMissing(node: Expression, compiler: FormCompiler): Evaluate {
  const evaluate = compiler.expression(node);
  return (env) => {
    const value = evaluate(env);
    if (value == null) throw missingValue(node);
    return value;
  };
}

function compileThen(node: BuiltInExpression, compiler: FormCompiler): Evaluate {
  const condition = compiler.condition(node.target);
  const [whenTrue, whenFalse] = (node.arguments ?? []).map((argument) => nonMissing(argument, compiler));
  return (env) => (condition(env) ? whenTrue : whenFalse)?.(env);
}

function compileSwitch(node: BuiltInExpression, compiler: FormCompiler): Evaluate {
  const target = nonMissing(node.target, compiler);
  const nodes = node.arguments ?? [];
  const args = nodes.map((argument) => nonMissing(argument, compiler));
  return (env) => {
    const value = target(env);
    for (let i = 0; i + 1 < args.length; i += 2) {
      const caseNode = nodes[i] ?? node;
      const places = { left: node.target, right: caseNode, whole: node };
      if (compareValues(value, args[i]?.(env), '==', places, env)) return args[i + 1]?.(env);
    }
    if (args.length % 2 === 1) return args.at(-1)?.(env);
    throw runtimeError(
      'invalid-argument',
      "The value before ?switch(...) didn't match any of the case parameters, and there was no default value.",
      node.target,
    );
  };
}
