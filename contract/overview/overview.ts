import { z } from 'zod';
import { changePartSchema } from '../changes/change-parts.ts';
import { kindNameSchema } from '../changes/changes.ts';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { deliveryStatisticsSchema, deliverySummarySchema } from '../sandbox/sandbox.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';

/** Time ranges of the Overview charts in days; one day is shown by hour. */
const activitySpans = [1, 14, 90] as const;

const signInCounts = z.strictObject({ signedIn: z.number().int(), failed: z.number().int() });

/** User activity in the time range, from the tenant's events. */
export const activitySchema = z.strictObject({
  /** One per hour or day, oldest first, in local time. */
  signIns: z.array(
    z.strictObject({
      /** Start of the hour or day. */
      from: timestampSchema,
      signedIn: z.number().int(),
      failed: z.number().int(),
    }),
  ),
  /**
   * Sign-ins of the last days to the minute, and of as many days before; missing if the tenant has no events from then, and
   * in what earlier versions cached.
   */
  compared: z.strictObject({ latest: signInCounts, previous: signInCounts }).optional(),
  /** MFA by factor, most used first. */
  factors: z.array(
    z.strictObject({ factors: z.string(), passed: z.number().int(), failed: z.number().int() }),
  ),
  /** The ten most launched applications. */
  launches: z.array(z.strictObject({ id: z.string(), name: z.string(), count: z.number().int() })),
});

/** A webhook with its delivery results in the last 24 hours. */
const deliveringWebhookSchema = z.strictObject({
  ...deliverySummarySchema.shape,
  name: z.string(),
  /** Host it delivers to; empty if its URL can't be parsed. */
  host: z.string(),
});

/** Health of a tenant's webhooks. */
export const deliveriesSchema = z.strictObject({
  /** False for a tenant that doesn't report delivery results. */
  areRecorded: z.boolean(),
  /** Total number. */
  webhooks: z.number().int(),
  delivering: z.array(deliveringWebhookSchema),
  /** Of all webhooks; null if none are recorded. */
  statistics: deliveryStatisticsSchema.nullable(),
});

/** An expiring certificate that a tenant signs with for applications, as last read. */
const endingCertificateSchema = z.strictObject({
  /** SHA-256, as colon-separated pairs. */
  thumbprint: z.string(),
  /** The first application it is used for. */
  applicationId: z.string(),
  name: z.string(),
  /** Number of other applications it is used for. */
  others: z.number().int(),
  /** When it expires. */
  validUntil: timestampSchema,
  readAt: timestampSchema,
});

export const certificatesSchema = z.strictObject({
  /** Certificates that expire within `certificateWarningDays` or have expired, earliest first. */
  ending: z.array(endingCertificateSchema),
  /** Applications whose certificate has been read, out of `total` that have one. */
  read: z.number().int(),
  total: z.number().int(),
});

/** An item that others added, removed or changed since it was last seen here. */
const driftedItemSchema = z.strictObject({
  kind: kindNameSchema,
  targetId: z.string(),
  name: z.string(),
  /** Secondary identification such as its template; empty for none. */
  about: z.string(),
  difference: z.enum(['added', 'removed', 'changed']),
  /** `name, script +4 −2 lines`; empty if unknown, or for added and removed items. */
  summary: z.string(),
  /** The change happened between these: when it was last seen, and when the tenant was read that showed it. */
  seenAt: timestampSchema,
  readAt: timestampSchema,
  /** Change time reported by the tenant; null if it doesn't report one. */
  changedAt: timestampSchema.nullable(),
  /** Reported by the tenant; empty if unknown. */
  changedBy: z.string(),
});

const driftSchema = z.strictObject({
  /** True while more is read in the background; `overview.drifted` reports each page. */
  isReading: z.boolean(),
  items: z.array(driftedItemSchema),
  kinds: z.array(
    z.strictObject({
      kind: kindNameSchema,
      noun: z.strictObject({ one: z.string(), many: z.string() }),
      /** Null if it was never read. */
      readAt: timestampSchema.nullable(),
      /** Items of which only the list entry was compared so far: a large tenant is read page by page. */
      notCompared: z.number().int(),
      /** Items whose last seen snapshot is unreadable: damaged, or from a later version. It is preserved. */
      unreadable: z.number().int(),
      /** Why it couldn't be read this time. */
      error: z.optional(deskErrorSchema),
    }),
  ),
});

/** Summary of a tenant from cached data. */
export const tenantGlanceSchema = z.strictObject({
  tenantId: tenantIdSchema,
  /** When any of its data was last read; null: never. */
  readAt: timestampSchema.nullable(),
  /** Null if unknown. */
  applications: z.number().int().nullable(),
  webhooks: z.number().int().nullable(),
  failingWebhooks: z.number().int().nullable(),
  /** When it was last open in a window, and the end of the visit before that; null: never. */
  openedAt: timestampSchema.nullable(),
  openedBefore: timestampSchema.nullable(),
  /** Of the last day that was read; null if unknown. */
  signIns: z.strictObject({ signedIn: z.number().int(), failed: z.number().int() }).nullable(),
  endingCertificates: z.number().int(),
  /** Number of items changed by others. */
  drifted: z.number().int(),
});

export type DriftedItem = z.infer<typeof driftedItemSchema>;
export type DriftState = z.infer<typeof driftSchema>;
export type ActivitySpan = (typeof activitySpans)[number];
export type Activity = z.infer<typeof activitySchema>;
export type DeliveringWebhook = z.infer<typeof deliveringWebhookSchema>;
export type Deliveries = z.infer<typeof deliveriesSchema>;
export type EndingCertificate = z.infer<typeof endingCertificateSchema>;
export type Certificates = z.infer<typeof certificatesSchema>;
export type TenantGlance = z.infer<typeof tenantGlanceSchema>;

/** Days before expiry at which a certificate is reported. */
export const certificateWarningDays = 30;

/** Days that the use of an application covers. */
export const usageDays = 14;

/** Who opened an application in the last days, as the tenant recorded it. */
export const applicationUsageSchema = z.strictObject({
  /** Different users. */
  users: z.number().int(),
  /** Per local day, oldest first. */
  days: z.array(z.strictObject({ from: timestampSchema, launches: z.number().int() })),
});
export type ApplicationUsage = z.infer<typeof applicationUsageSchema>;

/** Whether the last delivery attempt of a webhook failed. */
export const isFailing = ({ last }: Pick<DeliveringWebhook, 'last'>): boolean => last.state !== 'delivered';

const driftKeySchema = z.strictObject({
  tenantId: tenantIdSchema,
  kind: kindNameSchema,
  targetId: z.string().max(2048),
});

const ofTenant = { tenantId: tenantIdSchema, freshness: freshnessSchema };

/** Data of the Overview, one method per section, so that a failing section doesn't block others. */
export const overviewMethods = {
  'overview.activity': method(
    z.strictObject({ ...ofTenant, days: z.union(activitySpans.map((days) => z.literal(days))) }),
    snapshotSchema(activitySchema),
  ),
  'overview.applicationUsage': method(
    z.strictObject({ ...ofTenant, id: z.string().min(1).max(256) }),
    snapshotSchema(applicationUsageSchema),
  ),
  'overview.deliveries': method(z.strictObject(ofTenant), snapshotSchema(deliveriesSchema)),
  /** Refreshes the certificates of some applications, oldest reads first: a tenant may have thousands. */
  'overview.certificates': method(z.strictObject(ofTenant), snapshotSchema(certificatesSchema)),
  /**
   * Changes by others since they were last marked as seen; the first check marks everything as seen. `cache-first` returns the
   * result of the last check. Changes applied from here aren't included.
   */
  'overview.drift': method(z.strictObject(ofTenant), snapshotSchema(driftSchema)),
  /** The last seen and current version of an item, as found by the last check. Throws `not-found`. */
  'overview.driftParts': method(driftKeySchema, z.array(changePartSchema), { lane: 'local' }),
  /** Marks items as seen: future checks compare with their current version. Without `items`, all found items. */
  'overview.markSeen': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      items: z
        .array(driftKeySchema.omit({ tenantId: true }))
        .max(100_000)
        .optional(),
    }),
    z.undefined(),
    { lane: 'local' },
  ),
  /** Records that the tenant is open in a window. */
  'overview.noteOpened': method(z.strictObject({ tenantId: tenantIdSchema }), z.undefined(), {
    lane: 'local',
  }),
  /** One summary per tenant, from cached data. */
  'overview.tenants': method(z.undefined(), z.array(tenantGlanceSchema), { lane: 'local' }),
} as const;
