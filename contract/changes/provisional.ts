import { z } from 'zod';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/**
 * A plan that was applied and is taken back by itself unless a person says to keep it: for changes that can lock out whoever
 * would have to put them right.
 */
export const provisionalSchema = z.strictObject({
  planId: z.string(),
  tenantId: tenantIdSchema,
  tenantName: z.string(),
  /** What was changed: `Trusted origins`. */
  what: z.string(),
  standing: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('waiting'), until: timestampSchema }),
    z.strictObject({ state: z.literal('restoring') }),
    z.strictObject({ state: z.literal('failed'), error: deskErrorSchema }),
    /** Told until a person has seen it. */
    z.strictObject({ state: z.literal('restored') }),
  ]),
});

export type Provisional = z.infer<typeof provisionalSchema>;

const ofPlan = z.strictObject({ planId: z.string() });
const local = { lane: 'local' } as const;

export const provisionalMethods = {
  /** Over all tenants, the oldest first. */
  'provisional.list': method(z.undefined(), z.array(provisionalSchema), local),
  /** It stays, or what became of it was seen. Throws `plan-outdated` while it is being taken back. */
  'provisional.keep': method(ofPlan, z.undefined(), local),
  /** Takes it back now. Throws what taking back throws; it stays listed then. */
  'provisional.restore': method(ofPlan, z.undefined()),
} as const;
