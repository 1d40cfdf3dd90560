import type { EventSpan } from '../../../../contract/webhooks/samples.ts';
import { plural } from '../../../../languages/text/intl.ts';

export const spans: readonly EventSpan[] = [1, 7, 30];

export function spanText(days: EventSpan): string {
  return plural(days, { one: 'the last day', other: `the last ${days} days` });
}
