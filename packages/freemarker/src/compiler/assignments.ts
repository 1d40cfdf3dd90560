import type { AssignElement, AssignmentItem, BlockAssignElement } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';
import { missingValue, runtimeError } from '../errors/runtime-errors.ts';
import { wrongType } from '../runtime/type-errors.ts';
import { fromMarkup } from '../output-formats/markup.ts';
import { toNumber } from '../runtime/coercion.ts';
import { CONTINUE_NORMALLY } from '../runtime/compiled.ts';
import type { Evaluate, Execute } from '../runtime/compiled.ts';
import { MISSING_LOOP_VARIABLE } from '../runtime/environment.ts';
import type { Environment } from '../runtime/environment.ts';
import { Namespace } from '../runtime/namespace.ts';
import { describeType } from '../runtime/describe-type.ts';
import { isNumber } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { calculate } from './arithmetic.ts';
import { addValues } from './concatenation.ts';
import { compileBlock } from './elements.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';
import { tracingValue } from './traced-values.ts';

/** Where an assignment writes to; undefined means the local variables of the running macro. */
type Target = (env: Environment) => Namespace | undefined;

function targetOf(
  scopeName: AssignElement['scope'],
  namespaceNode: Expression | undefined,
  scope: CompileScope,
): Target {
  if (namespaceNode !== undefined) {
    const namespace = compileExpression(namespaceNode, scope);
    return (env) => {
      const value = namespace(env);
      if (value instanceof Namespace) return value;
      throw wrongType(namespaceNode, value, 'namespace');
    };
  }
  switch (scopeName) {
    case 'local':
      return () => undefined;
    case 'global':
      return (env) => env.globals;
    case 'namespace':
      return (env) => env.namespace;
  }
}

export function compileAssignment(node: AssignElement, scope: CompileScope): Execute {
  const target = targetOf(node.scope, node.namespace, scope);
  const items = node.assignments.map((item) => ({
    item,
    value: item.value === undefined ? undefined : assigned(item.operator, item.value, scope),
  }));
  return (env) => {
    for (const { item, value } of items) {
      env.current = items.length === 1 ? node : item;
      const namespace = target(env);
      const result =
        item.operator === '='
          ? plainValue(item, value, env)
          : changedValue(item, value, namespace, node, env);
      setVariable(item.name, result, namespace, env);
    }
    return CONTINUE_NORMALLY;
  };
}

/** What is added to a variable or the like is not the value it gets. */
function assigned(operator: AssignmentItem['operator'], value: Expression, scope: CompileScope): Evaluate {
  const evaluate = compileExpression(value, scope);
  return operator === '=' ? tracingValue(value, evaluate, scope) : evaluate;
}

function setVariable(name: string, value: Value, namespace: Namespace | undefined, env: Environment): void {
  if (namespace !== undefined) namespace.set(name, value);
  else if (env.macroCall !== undefined) env.macroCall.locals.set(name, value);
  else throw env.failure('invalid-argument', 'Not executing macro body');
}

function plainValue(item: AssignmentItem, evaluate: Evaluate | undefined, env: Environment): Value {
  const value = evaluate?.(env);
  if (value != null) return value;
  if (env.isClassicCompatible) return '';
  throw missingValue(item.value ?? env.current);
}

function changedValue(
  item: AssignmentItem,
  evaluate: Evaluate | undefined,
  namespace: Namespace | undefined,
  node: AssignElement,
  env: Environment,
): Value {
  const { operator, name } = item;
  let before = namespace === undefined ? env.localVariable(name) : namespace.get(name);
  if (before === MISSING_LOOP_VARIABLE) before = undefined;
  if (operator === '+=') {
    if (before == null) {
      if (!env.isClassicCompatible) throw missingTarget(name, operator, env);
      before = '';
    }
    const value = plainValue(item, evaluate, env);
    const places = { left: env.current, right: item.value ?? node, whole: env.current };
    return addValues(before, value, places, env);
  }
  if (before == null) throw missingTarget(name, operator, env);
  if (!isNumber(before)) {
    throw runtimeError(
      'type-mismatch',
      `Expected a number, but assignment target variable "${name}" has evaluated to a ${describeType(before)}.`,
      env.current,
    );
  }
  const places = { left: env.current, right: env.current, whole: env.current };
  if (operator === '++') return addValues(before, 1, places, env);
  if (operator === '--') return calculate('-', before, 1, env, env.current);
  const operand = toNumber(evaluate?.(env), item.value ?? node);
  switch (operator) {
    case '-=':
      return calculate('-', before, operand, env, env.current);
    case '*=':
      return calculate('*', before, operand, env, env.current);
    case '/=':
      return calculate('/', before, operand, env, env.current);
    default:
      return calculate('%', before, operand, env, env.current);
  }
}

function missingTarget(name: string, operator: string, env: Environment): Error {
  const tip = name.startsWith('$')
    ? '\nTip: Variable names don\'t start with "$", unless it is really part of the name.'
    : '';
  return runtimeError(
    'missing-value',
    `The target variable of the assignment, "${name}", was null or missing, and thus the "${operator}" operator ` +
      `can't be applied to it.${tip}`,
    env.current,
  );
}

/** `<#assign x>…</#assign>`: what the block prints becomes the value. */
export function compileCapture(node: BlockAssignElement, scope: CompileScope): Execute {
  const target = targetOf(node.scope, node.namespace, scope);
  const body = compileBlock(node.children, scope);
  const { name, markupFormat } = node;
  return (env) => {
    const { out } = env;
    env.out = '';
    env.trace?.collect(0);
    let signal;
    let text: string;
    try {
      signal = body(env);
    } finally {
      text = env.out;
      env.out = out;
      env.trace?.drop();
    }
    if (signal !== CONTINUE_NORMALLY) return signal;
    env.current = node;
    env.checkString(text);
    setVariable(name, markupFormat === undefined ? text : fromMarkup(markupFormat, text), target(env), env);
    return CONTINUE_NORMALLY;
  };
}
