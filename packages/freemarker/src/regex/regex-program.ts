import { codeTest, single, type CharacterSet, type CodeTest } from './character-set.ts';
import { RegexUnsupportedError } from './regex-errors.ts';
import { reachOfLookBehind } from './look-behind-length.ts';
import { nodeLength, type Assertion, type CaseFold, type LoopMode, type RegexNode } from './regex-node.ts';

/**
 * One step of a compiled expression. Targets are indexes into the program; `look` and `atomic` run the steps behind
 * them up to their `end` as a separate expression.
 */
export type RegexStep =
  | { readonly op: 'character'; readonly code: number }
  | { readonly op: 'set'; readonly test: CodeTest; readonly isForPairs: boolean }
  | {
      readonly op: 'run';
      readonly test: CodeTest;
      readonly isForPairs: boolean;
      readonly min: number;
      readonly max: number;
      readonly mode: LoopMode;
    }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; target: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'assert'; readonly assertion: Assertion }
  | { readonly op: 'backreference'; readonly group: number; readonly fold: CaseFold }
  | {
      readonly op: 'look';
      readonly isBehind: boolean;
      readonly isNegative: boolean;
      readonly min: number;
      readonly max: number;
      end: number;
    }
  | { readonly op: 'atomic'; end: number }
  | { readonly op: 'loop-start'; readonly counter: number }
  | {
      readonly op: 'loop';
      readonly counter: number;
      readonly min: number;
      readonly max: number;
      readonly isGreedy: boolean;
      exit: number;
    }
  | { readonly op: 'loop-enter'; readonly counter: number }
  | { readonly op: 'done' };

/**
 * Whether Java takes this for something that may match a surrogate pair, for a search goes from pair to pair then. The dot may,
 * and is not taken for it.
 */
function isForPairs(node: Extract<RegexNode, { kind: 'character' | 'set' }>): boolean {
  if (node.kind === 'character') return node.code >= 0xd800;
  if (node.isDot === true) return false;
  return !isBelowPairs(node.set);
}

function isBelowPairs(set: CharacterSet): boolean {
  if (set.kind === 'ranges') return set.ranges.every(([, last]) => last < 0xd800);
  return (set.kind === 'or' || set.kind === 'and') && set.sets.every(isBelowPairs);
}

export interface RegexProgram {
  readonly steps: readonly RegexStep[];
  readonly groupCount: number;
  /** Each counted loop has two registers: the number of rounds and where the last one began. */
  readonly counterCount: number;
}

/** Bounds the program: nested counted loops are not unrolled, but alternatives may still be many. */
const MAX_STEPS = 100_000;

/** Compiles a parsed expression into a program for the backtracking matcher. */
export function compileProgram(root: RegexNode, groupCount: number): RegexProgram {
  const compiler = new ProgramCompiler();
  compiler.emit({ op: 'save', slot: 0 });
  compiler.node(root);
  compiler.emit({ op: 'save', slot: 1 });
  compiler.emit({ op: 'done' });
  return { steps: compiler.steps, groupCount, counterCount: compiler.counterCount };
}

class ProgramCompiler {
  readonly steps: RegexStep[] = [];
  counterCount = 0;
  private readonly tests = new Map<CharacterSet, CodeTest>();

  emit<Step extends RegexStep>(step: Step): Step {
    if (this.steps.length >= MAX_STEPS) throw new RegexUnsupportedError('A regular expression of this size');
    this.steps.push(step);
    return step;
  }

  node(node: RegexNode): void {
    switch (node.kind) {
      case 'character':
        this.emit({ op: 'character', code: node.code });
        return;
      case 'set':
        this.emit({ op: 'set', test: this.test(node.set), isForPairs: isForPairs(node) });
        return;
      case 'sequence':
        for (const item of node.items) this.node(item);
        return;
      case 'choice':
        this.choice(node.options);
        return;
      case 'group':
        this.emit({ op: 'save', slot: node.index * 2 });
        this.node(node.body);
        this.emit({ op: 'save', slot: node.index * 2 + 1 });
        return;
      case 'atomic':
        this.atomic(() => this.node(node.body));
        return;
      case 'loop':
        this.loop(node.body, node.min, node.max, node.mode);
        return;
      case 'assertion':
        this.emit({ op: 'assert', assertion: node.assertion });
        return;
      case 'look':
        this.look(node.body, node.isBehind, node.isNegative);
        return;
      case 'backreference':
        this.emit({ op: 'backreference', group: node.group, fold: node.fold });
        return;
    }
  }

  private test(set: CharacterSet): CodeTest {
    let test = this.tests.get(set);
    if (test === undefined) {
      test = codeTest(set);
      this.tests.set(set, test);
    }
    return test;
  }

  private choice(options: readonly RegexNode[]): void {
    const exits: { target: number }[] = [];
    options.forEach((option, index) => {
      if (index === options.length - 1) {
        this.node(option);
        return;
      }
      const split = this.emit({ op: 'split', first: this.steps.length + 1, second: 0 });
      this.node(option);
      exits.push(this.emit({ op: 'jump', target: 0 }));
      split.second = this.steps.length;
    });
    for (const exit of exits) exit.target = this.steps.length;
  }

  private atomic(body: () => void): void {
    const atomic = this.emit({ op: 'atomic', end: 0 });
    body();
    this.emit({ op: 'done' });
    atomic.end = this.steps.length;
  }

  private look(body: RegexNode, isBehind: boolean, isNegative: boolean): void {
    const { min } = nodeLength(body);
    const max = isBehind ? reachOfLookBehind(body) : nodeLength(body).max;
    const look = this.emit({ op: 'look', isBehind, isNegative, min, max, end: 0 });
    this.node(body);
    this.emit({ op: 'done' });
    look.end = this.steps.length;
  }

  private loop(body: RegexNode, min: number, max: number, mode: LoopMode): void {
    if (max === 0) return;
    if (body.kind === 'set' || body.kind === 'character') {
      const set = body.kind === 'set' ? body.set : single(body.code);
      this.emit({ op: 'run', test: this.test(set), isForPairs: isForPairs(body), min, max, mode });
      return;
    }
    if (mode === 'possessive') {
      this.atomic(() => this.loop(body, min, max, 'greedy'));
      return;
    }
    if (min === 0 && max === 1) {
      this.optional(body, mode === 'greedy');
      return;
    }
    this.counted(body, min, max, mode === 'greedy');
  }

  private optional(body: RegexNode, isGreedy: boolean): void {
    const split = this.emit({ op: 'split', first: 0, second: 0 });
    const start = this.steps.length;
    this.node(body);
    split.first = isGreedy ? start : this.steps.length;
    split.second = isGreedy ? this.steps.length : start;
  }

  private counted(body: RegexNode, min: number, max: number, isGreedy: boolean): void {
    const counter = this.counterCount++ * 2;
    this.emit({ op: 'loop-start', counter });
    const top = this.steps.length;
    const loop = this.emit({ op: 'loop', counter, min, max, isGreedy, exit: 0 });
    // The step behind `loop` begins a round; a reluctant loop comes back to it when what follows has failed.
    this.emit({ op: 'loop-enter', counter });
    this.node(body);
    this.emit({ op: 'jump', target: top });
    loop.exit = this.steps.length;
  }
}
