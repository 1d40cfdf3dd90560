import { z } from 'zod';
import { kindNameSchema, targetIdSchema } from './changes.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

const target = { tenantId: tenantIdSchema, kind: kindNameSchema };

/** Tracks items that got a new ID because they were replaced. */
export const targetMethods = {
  /** The item's current ID in this profile; the same ID if it knows no other. */
  'targets.current': method(z.strictObject({ ...target, id: targetIdSchema }), targetIdSchema, {
    lane: 'local',
  }),
  /**
   * Records that someone else replaced an item and it continues under a new ID, which tenants don't report. Drafts, versions and
   * history follow. Only reads the tenant. Throws `invalid-input` if the old item still exists, or the new one doesn't.
   */
  'targets.follow': method(
    z.strictObject({ ...target, from: targetIdSchema, to: targetIdSchema }),
    z.undefined(),
  ),
} as const;
