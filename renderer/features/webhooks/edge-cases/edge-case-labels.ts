import type { SuggestedFix, TriedEdgeCase, Verdict } from '@tenant-desk/freemarker/edge-cases';
import type { Tone } from '../../../ui/index.ts';
import { formatNumber } from '../../../../languages/text/intl.ts';
import type { EdgeCaseCheck } from './edge-case-check.svelte.ts';

interface VerdictLabels {
  readonly tone: Tone;
  readonly icon: 'circle-x' | 'alert-triangle' | 'circle-check' | 'info';
  readonly short: string;
}

/** Label of an edge case's result; a good result names the kind of output. */
export function verdictLabels(verdict: Verdict, isJson: boolean): VerdictLabels {
  switch (verdict) {
    case 'error':
      return { tone: 'bad', icon: 'circle-x', short: 'error' };
    case 'broken':
      return { tone: 'bad', icon: 'circle-x', short: 'broken JSON' };
    case 'differs':
      return { tone: 'warn', icon: 'alert-triangle', short: 'valid, differs' };
    case 'fine':
      return { tone: 'good', icon: 'circle-check', short: isJson ? 'valid JSON' : 'sent as is' };
    case 'untried':
      return { tone: 'neutral', icon: 'info', short: 'not applicable' };
  }
}

/** Label of the button that applies all fixes: how many of the breaking edge cases have one. */
export function fixAllLabel(
  tried: readonly { readonly edgeCase: Pick<TriedEdgeCase['edgeCase'], 'id'>; readonly worst: Verdict }[],
  fixes: readonly Pick<SuggestedFix, 'edgeCaseIds'>[],
): string {
  const helped = new Set(fixes.flatMap(({ edgeCaseIds }) => edgeCaseIds));
  const breaking = tried.filter(({ worst }) => worst === 'broken' || worst === 'error');
  const fixed = breaking.filter(({ edgeCase }) => helped.has(edgeCase.id)).length;
  // An edge case that only changes the output can have a fix too.
  if (fixed === 0) return 'Fix all';
  return fixed === breaking.length ? `Fix all ${fixed}` : `Fix ${fixed} of ${breaking.length}`;
}

interface TestedLabels {
  readonly tone: 'good' | 'bad';
  readonly icon: 'circle-x' | 'circle-check';
  /** Shown when space is short; `isCounted`: the count of those that pass. */
  readonly short: string;
  readonly isCounted: boolean;
  readonly label: string;
}

/** The result of testing a template as one label; undefined until it is known. */
export function testedLabels({
  run,
  result,
  stopped,
  breaking,
}: Pick<EdgeCaseCheck, 'run' | 'result' | 'stopped' | 'breaking'>): TestedLabels | undefined {
  if (stopped !== undefined || (result !== undefined && run === undefined))
    return {
      tone: 'bad',
      icon: 'circle-x',
      short: 'Not tested',
      isCounted: false,
      label: 'Edge cases not tested: template error',
    };
  if (run === undefined) return undefined;
  if (run.columns.length === 0)
    return {
      tone: 'good',
      icon: 'circle-check',
      short: 'No edge cases',
      isCounted: false,
      label: 'No edge cases: no event data used',
    };
  const total = run.tried.length;
  const short = `${formatNumber(total - breaking)} of ${formatNumber(total)}`;
  const label = `${short} edge cases pass`;
  return breaking === 0
    ? { tone: 'good', icon: 'circle-check', short, isCounted: true, label }
    : { tone: 'bad', icon: 'circle-x', short, isCounted: true, label };
}

interface ShownLine {
  readonly number: number;
  readonly text: string;
  /** Column of the position in the line, from 1. */
  readonly at?: number;
}

/** Lines around a position, each cut to a readable length. */
const around = 12;
const maxShownLength = 240;

export function linesAround(text: string, line: number, column: number): readonly ShownLine[] {
  const lines = text.split('\n');
  const first = Math.max(0, line - 1 - around);
  return lines.slice(first, line + around).map((whole, index): ShownLine => {
    const number = first + index + 1;
    if (number !== line) return { number, text: cut(whole, 0) };
    const from = whole.length <= maxShownLength ? 0 : Math.max(0, column - 1 - maxShownLength / 2);
    const lead = from > 0 ? '…' : '';
    return { number, text: lead + cut(whole, from), at: column - from + lead.length };
  });
}

function cut(line: string, from: number): string {
  return line.length - from <= maxShownLength
    ? line.slice(from)
    : `${line.slice(from, from + maxShownLength)}…`;
}
