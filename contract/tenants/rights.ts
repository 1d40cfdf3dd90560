import { z } from 'zod';
import { forTenantSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** What the views of a tenant need to read. */
export const rightsViews = ['applications', 'roles', 'origins', 'configuration', 'webhooks'] as const;

const viewRightsSchema = z.strictObject({
  view: z.enum(rightsViews),
  read: z.enum(['allowed', 'denied', 'unknown']),
  /** Never tried: `denied` if what Tenant Desk reads before each change is denied, otherwise `unknown`. */
  change: z.enum(['denied', 'unknown']),
  /** Why it is denied or unknown. */
  cause: z.string().exactOptional(),
  /** What to change, most likely first. */
  fixes: z.array(z.string()).exactOptional(),
  /** What the tenant responded, shortened. */
  response: z.string().exactOptional(),
});

const rightsSchema = z.strictObject({
  /** Display name of the signed-in account. */
  account: z.string(),
  checkedAt: timestampSchema,
  views: z.array(viewRightsSchema),
  /** Requested at sign-in, and not granted; null if the tenant doesn't say what it granted. */
  missingScopes: z.array(z.string()).nullable(),
});

export type Rights = z.infer<typeof rightsSchema>;
export type ViewRights = z.infer<typeof viewRightsSchema>;
export type RightsView = ViewRights['view'];

export const rightsMethods = {
  /** What the signed-in account and its token may do, found by reads: nothing is written. */
  'rights.check': method(forTenantSchema, rightsSchema),
} as const;
