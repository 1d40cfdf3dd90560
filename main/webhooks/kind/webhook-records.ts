import { z } from 'zod';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { webhookStateSchema } from '../../../contract/webhooks/webhooks.ts';

/** What is noted right before the first request. */
export const webhookNotesSchema = z.object({
  /** Webhooks that were there: the answer to a create request does not name the new one. */
  existingIds: z.array(z.string()),
  /** The status number of the webhook that is changed. */
  status: z.number().int().optional(),
  /** The old webhook is deleted before the new one is created, as the person chose. */
  deletesFirst: z.literal(true).optional(),
});

export const webhookOutcomeSchema = z.object({
  targetId: z.string(),
  /** What the tenant shows of what it may keep to itself: not told is how it is found later, too. */
  shown: webhookStateSchema.pick({ enabled: true, riskLevel: true }).optional(),
  /** Of a replacement that is not complete: the old webhook, which still stands beside the new one. */
  oldId: z.string().optional(),
  /** Of a replacement that deletes first: the webhook named by `targetId` was deleted, and none is in its place yet. */
  isDeleted: z.literal(true).optional(),
});

export type WebhookNotes = z.infer<typeof webhookNotesSchema>;
export type WebhookOutcome = z.infer<typeof webhookOutcomeSchema>;

/** What is known of a webhook that this change made. */
export function outcomeOf({
  id,
  state,
}: {
  readonly id: string;
  readonly state: WebhookState;
}): WebhookOutcome {
  return { targetId: id, shown: { enabled: state.enabled, riskLevel: state.riskLevel } };
}

/** A change from one state to another. */
export interface WebhookUpdate {
  readonly targetId: string;
  readonly before: WebhookState;
  readonly after: WebhookState;
  readonly notes: WebhookNotes;
}
