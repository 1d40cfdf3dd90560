import { z } from 'zod';
import { kindNameSchema, targetIdSchema } from './changes.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

const thing = { tenantId: tenantIdSchema, kind: kindNameSchema };

/** Under which identifier a thing goes on that a tenant has replaced. */
export const targetMethods = {
  /** The identifier under which this profile knows the thing now; the same where it knows of no other. */
  'targets.current': method(z.strictObject({ ...thing, id: targetIdSchema }), targetIdSchema, {
    lane: 'local',
  }),
  /**
   * A person says that a thing goes on under another identifier, where somebody else replaced it: no tenant tells that.
   * Drafts, versions and history follow. Nothing is sent but a read. Throws `invalid-input` while the old one is still
   * there, and where the new one is not.
   */
  'targets.follow': method(
    z.strictObject({ ...thing, from: targetIdSchema, to: targetIdSchema }),
    z.undefined(),
  ),
} as const;
