import { z } from 'zod';

/** ID of a tenant profile in this installation (not the tenant's own ID). */
export const tenantIdSchema = z.string().min(1).max(64);
/** Milliseconds since the epoch. */
export const timestampSchema = z.number().int().nonnegative();
export const nothingSchema = z.undefined();
/** Input of methods for a whole tenant. */
export const forTenantSchema = z.strictObject({ tenantId: tenantIdSchema });
