import { z } from 'zod';

/** Identifier of a tenant profile in this installation (not the tenant's own identifier). */
export const tenantIdSchema = z.string().min(1).max(64);
/** Milliseconds since the epoch. */
export const timestampSchema = z.number().int().nonnegative();
export const nothingSchema = z.undefined();
/** Input of methods that concern one tenant as a whole. */
export const forTenantSchema = z.strictObject({ tenantId: tenantIdSchema });
