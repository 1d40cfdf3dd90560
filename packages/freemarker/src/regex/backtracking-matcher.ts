import { assertionHolds } from './assertion-check.ts';
import { foldedOf } from './case-folding.ts';
import type { CaseFold } from './regex-node.ts';
import type { RegexProgram, RegexStep } from './regex-program.ts';
import { codePointAt } from '../source/code-point.ts';

/** Counts the work of matching; `spend` throws when a limit is reached. */
export interface StepMeter {
  spend(steps: number): void;
}

/** Where a match and its groups lie: start and end of group n at 2n and 2n+1, -1 where a group took no part. */
export type MatchSpans = readonly number[];

/** Marks a choice point that is not one of a run of characters. */
const NO_LIMIT = -1;

/** How many steps are taken between two reports to the meter. */
const REPORT_EVERY = 1024;

/**
 * Finds matches by backtracking, as Java does, but with its own stack and every step counted: no pattern can hang it
 * or overflow the call stack.
 */
export class BacktrackingMatcher {
  private readonly steps: readonly RegexStep[];
  private readonly input: string;
  private readonly meter: StepMeter;
  private readonly groupSlots: number;
  private readonly registers: number[];
  /**
   * Three numbers each: a choice point (step, position, limit of a run) or an undo record (-1 - register, old value, 0).
   */
  private readonly stack: number[] = [];
  /** Whether a search continues after both surrogates of a pair; Java continues between them if the expression reads none. */
  private readonly skipsPairs: boolean;
  private unreported = 0;
  private mustEndAtInput = false;
  private lastEnd = 0;
  /** Where to continue from the choice point that {@link backtrack} found. */
  private resumeAt = 0;

  constructor(program: RegexProgram, input: string, meter: StepMeter) {
    this.steps = program.steps;
    this.skipsPairs = program.steps.some(mayReadPair);
    this.input = input;
    this.meter = meter;
    this.groupSlots = (program.groupCount + 1) * 2;
    this.registers = new Array<number>(this.groupSlots + program.counterCount * 2).fill(-1);
  }

  /** The first match at or after `from`; `lastEnd` is where the match before it ended. */
  find(from: number, lastEnd: number): MatchSpans | undefined {
    this.mustEndAtInput = false;
    this.lastEnd = lastEnd;
    const first = this.steps[1];
    const leading = first?.op === 'character' ? String.fromCodePoint(first.code) : undefined;
    for (let start = from; start <= this.input.length; start++) {
      if (leading !== undefined) {
        start = this.input.indexOf(leading, start);
        if (start < 0) return undefined;
      }
      const spans = this.attempt(start);
      if (spans !== undefined) return spans;
      this.count(1 + (this.registers.length >> 3));
      if (this.skipsPairs && this.isPairAt(start)) start++;
    }
    return undefined;
  }

  /** A match of the whole input. */
  matchAll(): MatchSpans | undefined {
    this.mustEndAtInput = true;
    this.lastEnd = 0;
    return this.attempt(0);
  }

  private isPairAt(at: number): boolean {
    return (codePointAt(this.input, at) ?? 0) > 0xffff;
  }

  private attempt(start: number): MatchSpans | undefined {
    this.registers.fill(-1);
    this.stack.length = 0;
    const end = this.run(0, start, -1);
    this.meter.spend(this.unreported);
    this.unreported = 0;
    return end < 0 ? undefined : this.registers.slice(0, this.groupSlots);
  }

  private count(steps: number): void {
    this.unreported += steps;
    if (this.unreported < REPORT_EVERY) return;
    this.meter.spend(this.unreported);
    this.unreported = 0;
  }

  private setRegister(register: number, value: number): void {
    this.stack.push(-1 - register, this.registers[register] ?? -1, 0);
    this.registers[register] = value;
  }

  /**
   * Runs from step `pc` at `start` and returns where the match ended, or -1. With `mustEndAt` >= 0 only a match that
   * ends there counts. On success its choice points stay on the stack, for the caller to drop or to undo.
   */
  private run(pc: number, start: number, mustEndAt: number): number {
    const { steps, input, stack } = this;
    const base = stack.length;
    let at = start;
    let next = pc;
    for (;;) {
      if (++this.unreported >= REPORT_EVERY) this.count(0);
      const step = steps[next];
      if (step === undefined) return -1;
      let isMatching = true;
      switch (step.op) {
        case 'character':
          isMatching = codePointAt(input, at) === step.code;
          at += step.code > 0xffff ? 2 : 1;
          next++;
          break;
        case 'set': {
          const code = codePointAt(input, at);
          isMatching = code !== undefined && step.test(code);
          at += code !== undefined && code > 0xffff ? 2 : 1;
          next++;
          break;
        }
        case 'run':
          at = this.runOfSet(step, at, next);
          isMatching = at >= 0;
          next++;
          break;
        case 'split':
          stack.push(step.second, at, NO_LIMIT);
          next = step.first;
          break;
        case 'jump':
          next = step.target;
          break;
        case 'save':
          this.setRegister(step.slot, at);
          next++;
          break;
        case 'assert':
          isMatching = assertionHolds(step.assertion, input, at, this.lastEnd);
          next++;
          break;
        case 'backreference':
          at = this.endOfBackreference(step.group, step.fold, at);
          isMatching = at >= 0;
          next++;
          break;
        case 'look':
          isMatching = this.looks(step, next + 1, at);
          next = step.end;
          break;
        case 'atomic':
          at = this.atomic(next + 1, at);
          isMatching = at >= 0;
          next = step.end;
          break;
        case 'loop-start':
          this.startLoop(step.counter);
          next++;
          break;
        case 'loop':
          next = this.nextRound(step, next, at);
          break;
        case 'loop-enter':
          this.enterRound(step.counter, at);
          next++;
          break;
        case 'done':
          isMatching = this.isEnd(at, mustEndAt, pc);
          if (isMatching) return at;
          break;
      }
      if (isMatching) continue;
      next = this.backtrack(base);
      if (next < 0) return -1;
      at = this.resumeAt;
    }
  }

  private isEnd(at: number, mustEndAt: number, pc: number): boolean {
    if (mustEndAt >= 0) return at === mustEndAt;
    return pc !== 0 || !this.mustEndAtInput || at === this.input.length;
  }

  /** Unwinds to the latest choice point above `base`; returns the step to continue with, or -1 if there is none. */
  private backtrack(base: number): number {
    const { stack } = this;
    while (stack.length > base) {
      const limit = stack.pop() ?? 0;
      const value = stack.pop() ?? 0;
      const target = stack.pop() ?? 0;
      if (target < 0) {
        this.registers[-1 - target] = value;
        continue;
      }
      const step = limit === NO_LIMIT ? undefined : this.steps[target];
      if (step?.op !== 'run') {
        this.resumeAt = value;
        return target;
      }
      if (step.mode === 'greedy') this.giveBack(target, value, limit);
      else if (!this.takeOneMore(step, target, value, limit)) continue;
      return target + 1;
    }
    return -1;
  }

  private atomic(pc: number, at: number): number {
    const base = this.stack.length;
    return this.commit(base, this.run(pc, at, -1));
  }

  /** Drops the choice points above `base`, but not the entries that undo their captures. */
  private commit(base: number, end: number): number {
    if (end < 0) return end;
    const { stack } = this;
    let size = base;
    for (let entry = base; entry < stack.length; entry += 3) {
      const target = stack[entry] ?? 0;
      if (target >= 0) continue;
      stack[size++] = target;
      stack[size++] = stack[entry + 1] ?? 0;
      stack[size++] = 0;
    }
    stack.length = size;
    return end;
  }

  /** Passes as many characters of a set as the mode wants, and leaves a choice point for the others. */
  private runOfSet(step: RegexStep & { op: 'run' }, start: number, pc: number): number {
    const { input } = this;
    const wanted = step.mode === 'reluctant' ? step.min : step.max;
    let at = start;
    let count = 0;
    let least = step.min === 0 ? start : -1;
    while (count < wanted) {
      const code = codePointAt(input, at);
      if (code === undefined || !step.test(code)) break;
      at += code > 0xffff ? 2 : 1;
      if (++count === step.min) least = at;
      if ((count & 1023) === 0) this.count(1024);
    }
    this.count((count & 1023) >> 3);
    if (count < step.min) return -1;
    if (step.mode === 'greedy' && at > least) this.stack.push(pc, at, least);
    else if (step.mode === 'reluctant' && step.max > step.min) this.stack.push(pc, at, step.max - count);
    return at;
  }

  private giveBack(pc: number, at: number, least: number): void {
    const low = this.input.charCodeAt(at - 1);
    const isPair = low >= 0xdc00 && low <= 0xdfff && at - 2 >= least && this.isPairAt(at - 2);
    const shorter = at - (isPair ? 2 : 1);
    if (shorter > least) this.stack.push(pc, shorter, least);
    this.resumeAt = shorter;
  }

  private takeOneMore(step: RegexStep & { op: 'run' }, pc: number, at: number, left: number): boolean {
    const code = codePointAt(this.input, at);
    if (code === undefined || !step.test(code)) return false;
    const longer = at + (code > 0xffff ? 2 : 1);
    if (left > 1) this.stack.push(pc, longer, left - 1);
    this.resumeAt = longer;
    return true;
  }

  /** Two registers of a loop: the number of rounds, and where the last one began. */
  private startLoop(counter: number): void {
    this.setRegister(this.groupSlots + counter, 0);
    this.setRegister(this.groupSlots + counter + 1, -1);
  }

  private enterRound(counter: number, at: number): void {
    const register = this.groupSlots + counter;
    this.setRegister(register, (this.registers[register] ?? 0) + 1);
    this.setRegister(register + 1, at);
  }

  private nextRound(step: RegexStep & { op: 'loop' }, pc: number, at: number): number {
    const register = this.groupSlots + step.counter;
    const rounds = this.registers[register] ?? 0;
    // A round that matched nothing ends the loop.
    if (rounds > 0 && this.registers[register + 1] === at) return step.exit;
    if (rounds < step.min) return pc + 1;
    if (rounds >= step.max) return step.exit;
    this.stack.push(step.isGreedy ? step.exit : pc + 1, at, NO_LIMIT);
    return step.isGreedy ? pc + 1 : step.exit;
  }

  private looks(step: RegexStep & { op: 'look' }, pc: number, at: number): boolean {
    const base = this.stack.length;
    let end = -1;
    if (!step.isBehind) end = this.run(pc, at, -1);
    else {
      for (let start = at - step.min; end < 0 && start >= Math.max(0, at - step.max); start--) {
        end = this.run(pc, start, at);
      }
    }
    if (end < 0) return step.isNegative;
    if (!step.isNegative) this.commit(base, end);
    else this.undo(base);
    return !step.isNegative;
  }

  private undo(base: number): void {
    while (this.stack.length > base) {
      this.stack.pop();
      const value = this.stack.pop() ?? 0;
      const target = this.stack.pop() ?? 0;
      if (target < 0) this.registers[-1 - target] = value;
    }
  }

  private endOfBackreference(group: number, fold: CaseFold, at: number): number {
    if (group * 2 >= this.groupSlots) return -1;
    const start = this.registers[group * 2] ?? -1;
    const end = this.registers[group * 2 + 1] ?? -1;
    if (start < 0 || end < 0) return -1;
    const text = this.input.slice(start, end);
    const here = this.input.slice(at, at + text.length);
    this.count(fold === 'none' ? text.length >> 3 : text.length);
    return folded(here, fold) === folded(text, fold) ? at + text.length : -1;
  }
}

const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function folded(text: string, fold: CaseFold): string {
  if (fold === 'none') return text;
  if (fold === 'ascii') return foldAscii(text);
  return Array.from(text, (ch) => String.fromCodePoint(foldedOf(ch.codePointAt(0) ?? 0))).join('');
}

function mayReadPair(step: RegexStep): boolean {
  if (step.op === 'set' || step.op === 'run') return step.isForPairs;
  return step.op === 'character' && step.code >= 0xd800;
}
