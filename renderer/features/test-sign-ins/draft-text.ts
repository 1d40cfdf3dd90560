import type { ComparedValue, DraftComparison } from '../../../contract/test-sign-ins/test-sign-ins.ts';
import { counted } from '../../../languages/text/intl.ts';

export function differencesIn(comparison: DraftComparison): readonly ComparedValue[] {
  return comparison.kind === 'compared' ? comparison.values.filter(({ sign }) => sign !== 'same') : [];
}

/** `2 values differ with your draft`. */
export function draftSentence(comparison: DraftComparison): string {
  if (comparison.kind === 'stopped') return 'Your draft stops for this user';
  const { length } = differencesIn(comparison);
  if (length === 0) return 'Your draft changes nothing for this user';
  return `${counted(length, 'value differs', 'values differ')} with your draft`;
}
