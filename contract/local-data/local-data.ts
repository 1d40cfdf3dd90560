import { z } from 'zod';
import { nothingSchema, tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { clearableKinds, dataKinds } from './data-kinds.ts';

const usedSchema = z.strictObject({
  bytes: z.int().nonnegative(),
  /** Lists, results, drafts, history entries or files. */
  count: z.int().nonnegative(),
});

const usageSchema = z.strictObject({
  /** Of everything in the profile folder. */
  bytes: z.int().nonnegative(),
  kinds: z.record(z.enum(dataKinds), usedSchema),
  /** Largest first. */
  tenants: z.array(
    z.strictObject({
      tenantId: tenantIdSchema,
      /** Null for one that was removed. */
      name: z.string().nullable(),
      caches: usedSchema,
      results: usedSchema,
      history: usedSchema,
      drafts: usedSchema,
    }),
  ),
});

export type LocalDataUsage = z.infer<typeof usageSchema>;
export type TenantUsage = LocalDataUsage['tenants'][number];

const local = { lane: 'local' } as const;

export const localDataMethods = {
  /** Measured when called. */
  'localData.usage': method(nothingSchema, usageSchema, local),
  /** Deletes what can be loaded from the tenant or isn't needed; never what people made. */
  'localData.clear': method(z.strictObject({ kind: z.enum(clearableKinds) }), usageSchema, local),
  /**
   * Deletes cached lists, results, history and earlier versions of a tenant. Its profile, session, drafts, queries and samples stay.
   * Throws `conflict` while a plan of it is open.
   */
  'localData.removeOfTenant': method(z.strictObject({ tenantId: tenantIdSchema }), usageSchema, local),
} as const;
