import type { Element } from '../ast/elements.ts';
import { isJavaWhitespace } from '../values/java-whitespace.ts';
import { isLineBreak } from './blanks.ts';

/**
 * The content next to a place on one line: the terminals (texts, interpolations, directives without content) that follow
 * one another and begin there, or seen from the end, end there. A run that is whole includes all of the terminals of its
 * elements, so that it may continue with those of the next one.
 */
export interface LineRun {
  readonly line: number;
  readonly isWhole: boolean;
  /** Whether whitespace after one of the terminals matters, or whitespace before one of them. */
  readonly heedsOpening: boolean;
  readonly heedsTrailing: boolean;
  /** Whether there is an `#nt`. */
  readonly keepsBlanks: boolean;
  /** How many directives trim to the left (`#t`, `#lt`), and how many to the right (`#t`, `#rt`). */
  readonly leftTrims: number;
  readonly rightTrims: number;
}

/** The empty run. */
export const NO_RUN: LineRun = silentRun(-1);

function silentRun(line: number): LineRun {
  return {
    line,
    isWhole: true,
    heedsOpening: false,
    heedsTrailing: false,
    keepsBlanks: false,
    leftTrims: 0,
    rightTrims: 0,
  };
}

/** The run of one terminal. Nothing of a text that will be dropped matters. */
export function runOf(terminal: Element, line: number, isDropped: boolean): LineRun {
  const silent = silentRun(line);
  switch (terminal.type) {
    case 'interpolation':
    case 'numeric-interpolation':
      return { ...silent, heedsOpening: true, heedsTrailing: true };
    case 'trim': {
      const { left, right } = terminal;
      return {
        ...silent,
        keepsBlanks: !left && !right,
        leftTrims: Number(left),
        rightTrims: Number(right),
      };
    }
    case 'text': {
      const { text } = terminal;
      if (isDropped) return silent;
      return { ...silent, heedsOpening: endsInPrint(text), heedsTrailing: beginsWithPrint(text) };
    }
    default:
      return silent;
  }
}

/** Whether the last line of the text has more than whitespace, or is all of it. */
function endsInPrint(text: string): boolean {
  for (let i = text.length - 1; i >= 0; i--) {
    if (isLineBreak(text.charCodeAt(i))) return false;
    if (!isJavaWhitespace(text.charCodeAt(i))) return true;
  }
  return true;
}

/** Whether the first line of the text has more than whitespace, or is all of it. */
function beginsWithPrint(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (isLineBreak(text.charCodeAt(i))) return false;
    if (!isJavaWhitespace(text.charCodeAt(i))) return true;
  }
  return true;
}

/** The run next to a place that consists of `near`, followed by `far`. */
export function joined(near: LineRun, far: LineRun): LineRun {
  if (near === NO_RUN) return far;
  if (far === NO_RUN || !near.isWhole) return near;
  if (near.line !== far.line) return { ...near, isWhole: false };
  return {
    line: near.line,
    isWhole: far.isWhole,
    heedsOpening: near.heedsOpening || far.heedsOpening,
    heedsTrailing: near.heedsTrailing || far.heedsTrailing,
    keepsBlanks: near.keepsBlanks || far.keepsBlanks,
    leftTrims: near.leftTrims + far.leftTrims,
    rightTrims: near.rightTrims + far.rightTrims,
  };
}

/** The part of a run that is on the line: all of it, or nothing. */
export function runOn(line: number, run: LineRun): LineRun {
  return run.line === line ? run : NO_RUN;
}

/** The same run with its line counted from another one. */
export function movedRun(run: LineRun, by: number): LineRun {
  return run === NO_RUN || by === 0 ? run : { ...run, line: run.line + by };
}

/** Whether both have the same effect on their surroundings; whether they are whole only matters for joining runs. */
export function isSameRun(a: LineRun, b: LineRun): boolean {
  return (
    a.line === b.line &&
    a.heedsOpening === b.heedsOpening &&
    a.heedsTrailing === b.heedsTrailing &&
    a.keepsBlanks === b.keepsBlanks &&
    a.leftTrims === b.leftTrims &&
    a.rightTrims === b.rightTrims
  );
}
