import { z } from 'zod';
import type { DeliverySummary } from '../../contract/sandbox/sandbox.ts';

/** The deliveries of one rule, as an embedded tenant reports them. */
export const summaryRecordSchema = z.looseObject({
  rule_id: z.string(),
  delivered: z.number().int(),
  dead: z.number().int(),
  pending: z.number().int(),
  last: z.looseObject({
    at: z.number().int(),
    state: z.enum(['delivered', 'retrying', 'dead']),
    http_status: z.number().int().nullable(),
    error: z.string().nullable(),
  }),
});

/** Replaced rules count for the webhook that replaced them, which `currentId` returns. */
export function summariesByWebhook(
  rules: readonly z.infer<typeof summaryRecordSchema>[],
  currentId: (ruleId: string) => string,
): DeliverySummary[] {
  const summaries = new Map<string, DeliverySummary>();
  for (const { rule_id: ruleId, delivered, dead, pending, last } of rules) {
    const webhookId = currentId(ruleId);
    const known = summaries.get(webhookId);
    const { at, state, http_status: httpStatus, error } = last;
    summaries.set(webhookId, {
      webhookId,
      delivered: delivered + (known?.delivered ?? 0),
      dead: dead + (known?.dead ?? 0),
      pending: pending + (known?.pending ?? 0),
      last: known !== undefined && known.last.at > at ? known.last : { at, state, httpStatus, error },
    });
  }
  return [...summaries.values()];
}
