import { z } from 'zod';
import { tenantIdSchema } from './identifiers.ts';
import { method } from './method.ts';
import { freshnessSchema, snapshotSchema } from './snapshot.ts';

export const roleSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** `PrincipalList`, `Everybody`, `Script`; the set is open. */
  type: z.string(),
  isReadOnly: z.boolean(),
});

export type Role = z.infer<typeof roleSchema>;

export const roleMethods = {
  'roles.list': method(
    z.strictObject({ tenantId: tenantIdSchema, freshness: freshnessSchema }),
    snapshotSchema(z.array(roleSchema)),
  ),
} as const;
