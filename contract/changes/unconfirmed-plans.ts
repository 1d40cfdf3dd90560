import { z } from 'zod';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/**
 * An applied plan that reverts automatically unless it is confirmed: for changes that can lock out the admin who would have to
 * fix them.
 */
export const unconfirmedPlanSchema = z.strictObject({
  planId: z.string(),
  tenantId: tenantIdSchema,
  tenantName: z.string(),
  /** What was changed: `Trusted origins`. */
  what: z.string(),
  status: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('waiting'), until: timestampSchema }),
    z.strictObject({ state: z.literal('restoring') }),
    z.strictObject({ state: z.literal('failed'), error: deskErrorSchema }),
    /** Reported until the user has seen it. */
    z.strictObject({ state: z.literal('restored') }),
  ]),
});

export type UnconfirmedPlan = z.infer<typeof unconfirmedPlanSchema>;

const ofPlan = z.strictObject({ planId: z.string() });
const local = { lane: 'local' } as const;

export const unconfirmedMethods = {
  /** Across all tenants, oldest first. */
  'provisional.list': method(z.undefined(), z.array(unconfirmedPlanSchema), local),
  /** Confirms the change, or acknowledges that it was reverted. Throws `plan-outdated` while it is being reverted. */
  'provisional.keep': method(ofPlan, z.undefined(), local),
  /** Reverts it now. Throws the errors of a rollback; it stays listed then. */
  'provisional.restore': method(ofPlan, z.undefined()),
} as const;
