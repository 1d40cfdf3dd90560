import type { EventSpan } from '../../../../contract/webhooks/samples.ts';

export const spans: readonly EventSpan[] = [1, 7, 30];

export function spanText(days: EventSpan): string {
  return days === 1 ? 'the last day' : `the last ${days} days`;
}
