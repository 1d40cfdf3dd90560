import { z } from 'zod';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { webhookStateSchema } from '../../../contract/webhooks/webhooks.ts';

/** What is recorded right before the first request. */
export const webhookNotesSchema = z.object({
  /** IDs of existing webhooks: the answer to a create request doesn't contain the new one. */
  existingIds: z.array(z.string()),
  /** The status number of the webhook that is changed. */
  status: z.number().int().optional(),
  /** The old webhook is deleted before the new one is created, as the user chose. */
  deletesFirst: z.literal(true).optional(),
});

export const webhookOutcomeSchema = z.object({
  targetId: z.string(),
  /** What the tenant shows of optional values: unreadable ones stay unreadable later, too. */
  shown: webhookStateSchema.pick({ enabled: true, riskLevel: true }).optional(),
  /** For an incomplete replacement: the old webhook, which still exists beside the new one. */
  oldId: z.string().optional(),
  /** For a replacement that deletes first: the webhook `targetId` was deleted, and none replaces it yet. */
  isDeleted: z.literal(true).optional(),
});

export type WebhookNotes = z.infer<typeof webhookNotesSchema>;
export type WebhookOutcome = z.infer<typeof webhookOutcomeSchema>;

/** What is known about a webhook that this change created. */
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
