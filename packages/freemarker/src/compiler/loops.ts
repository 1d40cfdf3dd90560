import type { ElementBase, ItemsElement, ListElement, ListWithElseElement } from '../ast/elements.ts';
import { missingValue, runtimeError } from '../errors/runtime-errors.ts';
import { wrongType } from '../runtime/type-errors.ts';
import { BREAK, CONTINUE_NORMALLY, RETURN } from '../runtime/compiled.ts';
import type { Execute, Signal } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { LocalFrame, LoopState, NO_NAME } from '../runtime/local-frame.ts';
import { hashEntries, hashKeys, isExtendedHash } from '../values/hashes.ts';
import { isEnumerable, iterate, sequenceOf, sizeOf } from '../values/sequences.ts';
import { RangeValue } from '../values/value.ts';
import type { ItemIterator, Value } from '../values/value.ts';
import { compileBlock } from './elements.ts';
import { compileLazily } from './lazy-sequences.ts';
import type { CompileScope } from './scope.ts';

/** How a listing went: whether there was anything, and how its body ended. */
interface Listing {
  isEmpty: boolean;
  signal: Signal;
}

export function compileList(node: ListElement, scope: CompileScope): Execute {
  const list = compileListing(node, scope);
  return (env) => list(env).signal;
}

export function compileListWithElse(node: ListWithElseElement, scope: CompileScope): Execute {
  const [listNode, elseNode] = node.children;
  if (listNode?.type !== 'list') return () => CONTINUE_NORMALLY;
  const list = compileListing(listNode, scope);
  const otherwise = compileBlock(elseNode?.children ?? [], scope);
  return (env) => {
    const { isEmpty, signal } = list(env);
    return isEmpty ? otherwise(env) : signal;
  };
}

function compileListing(node: ListElement, scope: CompileScope): (env: Environment) => Listing {
  const listed = compileLazily(node.sequence, scope);
  const body = compileBlock(node.children, scope);
  const { variable, secondVariable } = node;
  return (env) => {
    env.current = node;
    let value = listed(env);
    if (value == null) {
      if (!env.isClassicCompatible) throw missingValue(node.sequence);
      value = [];
    }
    const frame = new LocalFrame(env.locals, new LoopState(value));
    env.locals = frame;
    try {
      if (variable !== undefined) return runLoop(frame, variable, secondVariable, body, node, env);
      const isEmpty = startWithItems(frame, node, env);
      return { isEmpty, signal: isEmpty ? CONTINUE_NORMALLY : body(env) };
    } finally {
      env.locals = frame.previous;
    }
  };
}

/** A `#list` whose `#items` comes inside: finds out whether there is anything, without taking an item. */
function startWithItems(frame: LocalFrame, node: ListElement, env: Environment): boolean {
  const { loop } = frame;
  if (loop === undefined) return true;
  checkListable(loop.listed, node.listsHash, node, env);
  if (node.listsHash) return (hashKeys(loop.listed)?.length ?? 0) === 0;
  const sequence = sequenceOf(loop.listed);
  if (sequence !== undefined) return sizeOf(sequence) === 0;
  const iterator = iterate(loop.listed);
  if (iterator === undefined) return !env.isClassicCompatible;
  loop.iterator = iterator;
  return !iterator.hasNext();
}

function checkListable(listed: Value, asHash: boolean, node: ListElement, env: Environment): void {
  if (asHash) {
    if (isExtendedHash(listed)) return;
    if (isEnumerable(listed)) {
      throw runtimeError(
        'type-mismatch',
        'The value you try to list is a sequence, thus you must specify only one loop variable after the "as" ' +
          "(there's no separate key and value).",
        env.current,
      );
    }
    throw wrongType(node.sequence, listed, 'extended hash');
  }
  if (isEnumerable(listed) || env.isClassicCompatible) return;
  if (isExtendedHash(listed)) {
    throw runtimeError(
      'type-mismatch',
      'The value you try to list is an extended hash, thus you must specify two loop variables after the "as"; one ' +
        'for the key, and another for the value, like <#... as k, v>.',
      env.current,
    );
  }
  throw wrongType(node.sequence, listed, 'sequence or collection');
}

function runLoop(
  frame: LocalFrame,
  variable: string,
  secondVariable: string | undefined,
  body: Execute,
  node: ListElement,
  env: Environment,
): Listing {
  const { loop } = frame;
  if (loop === undefined) return { isEmpty: true, signal: CONTINUE_NORMALLY };
  const { listed } = loop;
  checkListable(listed, node.listsHash, node, env);
  if (node.listsHash) return loopOverHash(frame, loop, variable, secondVariable, body, env);
  const sequence = loop.iterator === undefined ? sequenceOf(listed) : undefined;
  if (sequence === undefined) {
    const iterator = loop.iterator ?? iterate(listed) ?? iterate([listed]);
    if (iterator === undefined) return { isEmpty: true, signal: CONTINUE_NORMALLY };
    loop.iterator = undefined;
    return loopOverIterator(frame, loop, variable, body, iterator, node, env);
  }
  const size = sizeOf(sequence);
  const isRange = sequence instanceof RangeValue;
  let signal: Signal = CONTINUE_NORMALLY;
  for (let i = 0; i < size; i++) {
    env.step();
    frame.value = isRange ? sequence.at(i) : sequence[i];
    loop.index = i;
    loop.hasNext = i + 1 < size;
    frame.name = variable;
    signal = body(env);
    frame.name = NO_NAME;
    if (signal === BREAK || signal === RETURN) break;
  }
  return { isEmpty: size === 0, signal: signal === RETURN ? RETURN : CONTINUE_NORMALLY };
}

function loopOverIterator(
  frame: LocalFrame,
  loop: LoopState,
  variable: string,
  body: Execute,
  iterator: ItemIterator,
  node: ElementBase,
  env: Environment,
): Listing {
  const isEmpty = !iterator.hasNext();
  let signal: Signal = CONTINUE_NORMALLY;
  for (loop.index = 0; iterator.hasNext(); loop.index++) {
    env.step();
    env.current = node;
    frame.value = iterator.next();
    loop.hasNext = iterator.hasNext();
    frame.name = variable;
    signal = body(env);
    frame.name = NO_NAME;
    if (signal === BREAK || signal === RETURN) break;
  }
  return { isEmpty, signal: signal === RETURN ? RETURN : CONTINUE_NORMALLY };
}

function loopOverHash(
  frame: LocalFrame,
  loop: LoopState,
  variable: string,
  secondVariable: string | undefined,
  body: Execute,
  env: Environment,
): Listing {
  const entries = hashEntries(loop.listed) ?? [];
  let signal: Signal = CONTINUE_NORMALLY;
  for (const [i, [key, value]] of entries.entries()) {
    env.step();
    frame.value = key;
    frame.secondValue = value;
    loop.index = i;
    loop.hasNext = i + 1 < entries.length;
    frame.name = variable;
    frame.secondName = secondVariable ?? NO_NAME;
    signal = body(env);
    frame.name = NO_NAME;
    frame.secondName = NO_NAME;
    if (signal === BREAK || signal === RETURN) break;
  }
  return { isEmpty: entries.length === 0, signal: signal === RETURN ? RETURN : CONTINUE_NORMALLY };
}

/** `#items` runs the loop of the innermost `#list` around it. */
export function compileItems(node: ItemsElement, scope: CompileScope): Execute {
  const body = compileBlock(node.children, scope);
  const { variable, secondVariable } = node;
  const asList: ListElement = {
    ...node,
    type: 'list',
    sequence: { type: 'boolean', source: node.source, start: node.start, end: node.end, value: false },
    listsHash: secondVariable !== undefined,
    isForeach: false,
  };
  return (env) => {
    env.current = node;
    const frame = innermostLoop(env);
    if (frame?.loop === undefined)
      throw env.failure('invalid-argument', '#items must be inside a #list block.');
    if (frame.loop.wasEntered) {
      throw env.failure(
        'invalid-argument',
        'The #items directive was already entered earlier for this listing.',
      );
    }
    frame.loop.wasEntered = true;
    return runLoop(frame, variable, secondVariable, body, asList, env).signal;
  };
}

function innermostLoop(env: Environment): LocalFrame | undefined {
  for (let frame = env.locals; frame !== undefined; frame = frame.previous) {
    if (frame.loop !== undefined) return frame;
  }
  return undefined;
}

export function compileSep(node: ElementBase, scope: CompileScope): Execute {
  const body = compileBlock(node.children, scope);
  return (env) => {
    const loop = innermostLoop(env)?.loop;
    if (loop === undefined) {
      env.current = node;
      throw env.failure('invalid-argument', '#sep must be inside a #list (or #foreach) block.');
    }
    return loop.hasNext ? body(env) : CONTINUE_NORMALLY;
  };
}
