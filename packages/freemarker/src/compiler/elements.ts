import type { Element, MacroElement, NodeDirectiveElement } from '../ast/elements.ts';
import { runtimeError } from '../errors/runtime-errors.ts';
import { isRecoverable, type TemplateError } from '../errors/template-error.ts';
import { toPlainText } from '../runtime/coercion.ts';
import { BREAK, CONTINUE_LOOP, CONTINUE_NORMALLY, RETURN } from '../runtime/compiled.ts';
import type { Execute, Signal } from '../runtime/compiled.ts';
import { Macro } from '../runtime/macro.ts';
import { wrongType } from '../runtime/type-errors.ts';
import { compileAssignment, compileCapture } from './assignments.ts';
import { compileAttempt } from './attempt.ts';
import { compileCompress } from './filtered-body.ts';
import { compileCondition, compileExpression } from './expressions.ts';
import { compileImport, compileInclude } from './include.ts';
import { compileInterpolation, compileNumericInterpolation } from './interpolations.ts';
import { compileItems, compileList, compileListWithElse, compileSep } from './loops.ts';
import { compileNested } from './nested.ts';
import type { CompileScope } from './scope.ts';
import { compileSetting } from './settings.ts';
import { compileSwitch } from './switch.ts';
import { compileTransform, compileUserDirective } from './user-directives.ts';

const nothing: Execute = () => CONTINUE_NORMALLY;

/** Turns a block's elements into one closure that runs them until one of them leaves the block. */
export function compileBlock(elements: readonly Element[], scope: CompileScope): Execute {
  const isBare = !scope.isTraced && scope.exceptionHandler !== 'ignore';
  const compiled = elements.flatMap((element, i) => {
    const previous = elements[i - 1];
    if (isBare && element.type === 'text' && elements[i + 1]?.type === 'interpolation') return [];
    if (isBare && element.type === 'interpolation' && previous?.type === 'text') {
      return [compileInterpolation(element, scope, previous.text)];
    }
    const plain = compileElement(element, scope);
    const execute = scope.isTraced && isPrinting(element) ? traced(element, plain) : plain;
    if (execute === nothing) return [];
    return [scope.exceptionHandler === 'ignore' ? ignoringErrors(execute) : execute];
  });
  return inTurn(compiled);
}

/** One closure that runs others until one leaves the block. Four at a time: a loop over a list costs more. */
function inTurn(all: readonly Execute[]): Execute {
  const [a, b, c, d] = all;
  if (a === undefined) return nothing;
  if (b === undefined) return a;
  if (c === undefined) return (env) => a(env) || b(env);
  if (d === undefined) return (env) => a(env) || b(env) || c(env);
  if (all.length === 4) return (env) => a(env) || b(env) || c(env) || d(env);
  const { length } = all;
  return (env) => {
    for (let i = 0; i < length; i++) {
      const signal: Signal = all[i]?.(env) ?? CONTINUE_NORMALLY;
      if (signal !== CONTINUE_NORMALLY) return signal;
    }
    return CONTINUE_NORMALLY;
  };
}

const isPrinting = ({ type }: Element): boolean =>
  type === 'text' || type === 'interpolation' || type === 'numeric-interpolation';

function traced(element: Element, execute: Execute): Execute {
  return (env) => {
    const from = env.out.length;
    const signal = execute(env);
    env.trace?.note(element, from, env.out.length);
    // Inside of a macro it belongs to one of the calls.
    if (element.type !== 'text' && env.macroCall === undefined)
      env.trace?.noteValue(element, env.out.slice(from));
    return signal;
  };
}

/** `template_exception_handler=ignore`: the failed element prints nothing more, and rendering continues. */
function ignoringErrors(execute: Execute): Execute {
  return (env) => {
    try {
      return execute(env);
    } catch (error) {
      if (!isRecoverable(error) || error.code === 'stopped') throw error;
      return CONTINUE_NORMALLY;
    }
  };
}

function compileElement(node: Element, scope: CompileScope): Execute {
  switch (node.type) {
    case 'text': {
      const { text } = node;
      return (env) => {
        env.out += text;
        return CONTINUE_NORMALLY;
      };
    }
    case 'interpolation':
      return compileInterpolation(node, scope);
    case 'numeric-interpolation':
      return compileNumericInterpolation(node, scope);
    case 'if':
      return compileIf(node.children, scope);
    case 'list':
      return compileList(node, scope);
    case 'list-with-else':
      return compileListWithElse(node, scope);
    case 'items':
      return compileItems(node, scope);
    case 'sep':
      return compileSep(node, scope);
    case 'switch':
      return compileSwitch(node, scope);
    case 'assign':
      return compileAssignment(node, scope);
    case 'block-assign':
      return compileCapture(node, scope);
    case 'macro':
      return compileMacroDefinition(node, scope);
    case 'user-directive':
      return compileUserDirective(node, scope);
    case 'nested':
      return compileNested(node, scope);
    case 'include':
      return compileInclude(node, scope);
    case 'import':
      return compileImport(node, scope);
    case 'setting':
      return compileSetting(node, scope);
    case 'attempt':
      return compileAttempt(node, scope);
    case 'compress':
      return compileCompress(node, scope);
    case 'mixed':
    case 'escape':
    case 'no-escape':
    case 'output-format':
    case 'auto-esc':
    case 'no-auto-esc':
    case 'else-of-list':
    case 'recover':
    case 'conditional':
    case 'case':
      return compileBlock(node.children, scope);
    case 'part':
      return scope.compilePart(node);
    case 'break':
      return () => BREAK;
    case 'continue':
      return () => CONTINUE_LOOP;
    case 'return':
      return compileReturn(node, scope);
    case 'stop':
      return compileStop(node, scope);
    case 'transform':
      return compileTransform(node, scope);
    case 'node-directive':
      return compileNodeDirective(node, scope);
    case 'error':
      return failing('syntax', node.message, node);
    case 'comment':
    case 'trim':
    case 'flush':
      return nothing;
  }
}

/** The directives of XML nodes: models here contain none, so each rejects every value. */
function compileNodeDirective(node: NodeDirectiveElement, scope: CompileScope): Execute {
  const [operand] = node.operands;
  const target = operand && compileExpression(operand, scope);
  return (env) => {
    env.current = node;
    const value = target?.(env);
    if (operand !== undefined && (value != null || node.kind === 'visit')) {
      throw wrongType(operand, value, 'node');
    }
    throw runtimeError('unsupported', `#${node.kind} works on XML nodes; there are none here.`, node);
  };
}

function failing(code: TemplateError['code'], message: string, node: Element): Execute {
  return () => {
    throw runtimeError(code, message, node);
  };
}

function compileIf(branches: readonly Element[], scope: CompileScope): Execute {
  const compiled = branches.flatMap((branch) => {
    if (branch.type !== 'conditional') return [];
    const { condition } = branch;
    const holds = condition === undefined ? () => true : compileCondition(condition, scope);
    return [{ branch, holds, body: compileBlock(branch.children, scope) }];
  });
  const [first, second] = compiled;
  if (first !== undefined && compiled.length === 1) {
    const { branch, holds, body } = first;
    return (env) => {
      env.current = branch;
      return holds(env) ? body(env) : CONTINUE_NORMALLY;
    };
  }
  // The commonest shape after that, spared the walk through a list.
  if (compiled.length === 2 && first && second && second.branch.condition === undefined) {
    const { branch, holds, body } = first;
    const otherwise = second.body;
    const elseBranch = second.branch;
    return (env) => {
      env.current = branch;
      if (holds(env)) return body(env);
      env.current = elseBranch;
      return otherwise(env);
    };
  }
  return (env) => {
    for (const { branch, holds, body } of compiled) {
      env.current = branch;
      if (holds(env)) return body(env);
    }
    return CONTINUE_NORMALLY;
  };
}

function compileMacroDefinition(node: MacroElement, scope: CompileScope): Execute {
  const compiled = scope.defineMacro(node);
  return (env) => {
    env.namespace.set(node.name, new Macro(compiled, env.namespace));
    return CONTINUE_NORMALLY;
  };
}

function compileReturn(node: Extract<Element, { type: 'return' }>, scope: CompileScope): Execute {
  if (node.value === undefined) return () => RETURN;
  const value = compileExpression(node.value, scope);
  return (env) => {
    env.current = node;
    env.returned = value(env);
    return RETURN;
  };
}

function compileStop(node: Extract<Element, { type: 'stop' }>, scope: CompileScope): Execute {
  const messageNode = node.message;
  const message = messageNode === undefined ? undefined : compileExpression(messageNode, scope);
  return (env) => {
    env.current = node;
    const text =
      message === undefined || messageNode === undefined
        ? 'The template stopped.'
        : toPlainText(message(env), messageNode, env);
    throw runtimeError('stopped', text, node);
  };
}
