import type { SuggestedFix, TriedEdgeCase, Verdict } from '@tenant-desk/freemarker/edge-cases';
import type { Tone } from '../../../ui/index.ts';

interface VerdictLabels {
  readonly tone: Tone;
  readonly icon: 'circle-x' | 'alert-triangle' | 'circle-check' | 'info';
  readonly short: string;
}

/** What is said of a probe; of one that ends well the kind of output is named. */
export function verdictLabels(verdict: Verdict, isJson: boolean): VerdictLabels {
  switch (verdict) {
    case 'error':
      return { tone: 'bad', icon: 'circle-x', short: 'error' };
    case 'broken':
      return { tone: 'bad', icon: 'circle-x', short: 'broken JSON' };
    case 'differs':
      return { tone: 'warn', icon: 'alert-triangle', short: 'valid, differs' };
    case 'fine':
      return { tone: 'good', icon: 'circle-check', short: isJson ? 'valid JSON' : 'sent as it is' };
    case 'untried':
      return { tone: 'neutral', icon: 'info', short: 'not applicable' };
  }
}

/** What to press for all changes at once: how many of the probes that break the template have one that helps. */
export function fixAllLabel(
  tried: readonly { readonly probe: Pick<TriedEdgeCase['probe'], 'id'>; readonly worst: Verdict }[],
  mends: readonly Pick<SuggestedFix, 'edgeCaseIds'>[],
): string {
  const helped = new Set(mends.flatMap(({ edgeCaseIds }) => edgeCaseIds));
  const breaking = tried.filter(({ worst }) => worst === 'broken' || worst === 'error');
  const fixed = breaking.filter(({ probe }) => helped.has(probe.id)).length;
  // What only differs can have a change that helps, too.
  if (fixed === 0) return 'Fix all';
  return fixed === breaking.length ? `Fix all ${fixed}` : `Fix ${fixed} of ${breaking.length}`;
}

interface ShownLine {
  readonly number: number;
  readonly text: string;
  /** Column of the place in it, from 1. */
  readonly at?: number;
}

/** Lines around a place, each cut to what can be read of it. */
const around = 12;
const longest = 240;

export function linesAround(text: string, line: number, column: number): readonly ShownLine[] {
  const lines = text.split('\n');
  const first = Math.max(0, line - 1 - around);
  return lines.slice(first, line + around).map((whole, index): ShownLine => {
    const number = first + index + 1;
    if (number !== line) return { number, text: cut(whole, 0) };
    const from = whole.length <= longest ? 0 : Math.max(0, column - 1 - longest / 2);
    const lead = from > 0 ? '…' : '';
    return { number, text: lead + cut(whole, from), at: column - from + lead.length };
  });
}

function cut(line: string, from: number): string {
  return line.length - from <= longest ? line.slice(from) : `${line.slice(from, from + longest)}…`;
}
