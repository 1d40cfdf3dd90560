import type { Element } from '../ast/elements.ts';
import { isJavaWhitespace } from '../values/java-whitespace.ts';
import { isLineBreak } from './blanks.ts';

/**
 * What stands beside a place on one line: the terminals (texts, interpolations, directives without content) that follow
 * one another and begin there, or seen from behind end there. A run that is whole takes in all of the terminals of the
 * elements that it was made of, so that it may go on with those of the next one.
 */
export interface LineRun {
  readonly line: number;
  readonly isWhole: boolean;
  /** Whether blanks after one of the terminals matter, or blanks before one of them. */
  readonly heedsOpening: boolean;
  readonly heedsTrailing: boolean;
  /** Whether there is an `#nt`. */
  readonly keepsBlanks: boolean;
  /** How many directives trim to the left (`#t`, `#lt`), and how many to the right (`#t`, `#rt`). */
  readonly leftTrims: number;
  readonly rightTrims: number;
}

/** The run where nothing stands. */
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

/** Whether the last line of the text has more than blanks, or is all of it. */
function endsInPrint(text: string): boolean {
  for (let i = text.length - 1; i >= 0; i--) {
    if (isLineBreak(text.charCodeAt(i))) return false;
    if (!isJavaWhitespace(text.charCodeAt(i))) return true;
  }
  return true;
}

/** Whether the first line of the text has more than blanks, or is all of it. */
function beginsWithPrint(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (isLineBreak(text.charCodeAt(i))) return false;
    if (!isJavaWhitespace(text.charCodeAt(i))) return true;
  }
  return true;
}

/** The run beside a place where `near` stands, and `far` behind that. */
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

/** The part of a run that stands on the line: all of it, or nothing. */
export function runOn(line: number, run: LineRun): LineRun {
  return run.line === line ? run : NO_RUN;
}

/** The same run with its line counted from another one. */
export function movedRun(run: LineRun, by: number): LineRun {
  return run === NO_RUN || by === 0 ? run : { ...run, line: run.line + by };
}

/** Whether both are the same for what stands beside them; that they are whole only matters for what they are joined with. */
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
