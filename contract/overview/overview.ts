import { z } from 'zod';
import { changePartSchema } from '../changes/change-parts.ts';
import { kindNameSchema } from '../changes/changes.ts';
import { deskErrorSchema } from '../errors/desk-error-schema.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { deliveryStatisticsSchema, deliverySummarySchema } from '../sandbox/sandbox.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';

/** Days that the plots of the Overview look back; one day is shown hour by hour. */
const activitySpans = [1, 14, 90] as const;

/** What people did within the span, as the events of the tenant tell it. */
export const activitySchema = z.strictObject({
  /** One for each hour or day of the span, the oldest first, in the time of this machine. */
  signIns: z.array(
    z.strictObject({
      /** When the hour or the day begins. */
      from: timestampSchema,
      signedIn: z.number().int(),
      failed: z.number().int(),
    }),
  ),
  /** Multi-factor authentication by what was asked for, the most used first. */
  factors: z.array(
    z.strictObject({ factors: z.string(), passed: z.number().int(), failed: z.number().int() }),
  ),
  /** Applications that were launched most, at most ten. */
  launches: z.array(z.strictObject({ id: z.string(), name: z.string(), count: z.number().int() })),
});

/** A webhook with what became of its deliveries in the last 24 hours. */
const deliveringWebhookSchema = z.strictObject({
  ...deliverySummarySchema.shape,
  name: z.string(),
  /** Where it delivers to; empty where its address cannot be read. */
  host: z.string(),
});

/** How the webhooks of a tenant are doing. */
export const deliveriesSchema = z.strictObject({
  /** False for a tenant that does not tell what became of its deliveries. */
  areRecorded: z.boolean(),
  /** All that there are. */
  webhooks: z.number().int(),
  delivering: z.array(deliveringWebhookSchema),
  /** Of all webhooks together; null where none are recorded. */
  statistics: deliveryStatisticsSchema.nullable(),
});

/** A certificate with which a tenant signs for applications, as it was read last. */
const endingCertificateSchema = z.strictObject({
  /** SHA-256, as pairs with colons. */
  thumbprint: z.string(),
  /** The first of the applications that it signs for. */
  applicationId: z.string(),
  name: z.string(),
  /** How many others it signs for. */
  others: z.number().int(),
  /** When it ends. */
  validUntil: timestampSchema,
  readAt: timestampSchema,
});

export const certificatesSchema = z.strictObject({
  /** Those that end within `certificateWarningDays`, or have ended: the one that ends first, first. */
  ending: z.array(endingCertificateSchema),
  /** Applications whose certificate was read at some time, of those that have one. */
  read: z.number().int(),
  total: z.number().int(),
});

/** A thing that others have added, removed or changed since it was seen here. */
const driftedItemSchema = z.strictObject({
  kind: kindNameSchema,
  targetId: z.string(),
  name: z.string(),
  /** What it is known by besides its name, such as its template; empty for nothing. */
  about: z.string(),
  difference: z.enum(['added', 'removed', 'changed']),
  /** `name, script +4 −2 lines`; empty where it is not known in what, or all of it is new or gone. */
  summary: z.string(),
  /** Between these it was changed: when it was seen, and when the tenant was read that showed it. */
  seenAt: timestampSchema,
  readAt: timestampSchema,
  /** When the tenant says that it was; null where it does not. */
  changedAt: timestampSchema.nullable(),
  /** Whom the tenant names; empty for nobody. */
  changedBy: z.string(),
});

const driftSchema = z.strictObject({
  /** True while more is read in the background; `overview.drifted` tells of each page. */
  isReading: z.boolean(),
  things: z.array(driftedItemSchema),
  kinds: z.array(
    z.strictObject({
      kind: kindNameSchema,
      noun: z.strictObject({ one: z.string(), many: z.string() }),
      /** Null where it was never read. */
      readAt: timestampSchema.nullable(),
      /** Things of which only the list was compared: a large tenant is read page by page. */
      notCompared: z.number().int(),
      /** Things of which what was seen cannot be read here any more: damaged, or of a later version. It is kept. */
      unreadable: z.number().int(),
      /** Why it could not be read this time. */
      error: z.optional(deskErrorSchema),
    }),
  ),
});

/** What is known here of a tenant without asking it. */
export const tenantGlanceSchema = z.strictObject({
  tenantId: tenantIdSchema,
  /** When something of it was read last; null: never. */
  readAt: timestampSchema.nullable(),
  /** Null where it is not known. */
  applications: z.number().int().nullable(),
  webhooks: z.number().int().nullable(),
  failingWebhooks: z.number().int().nullable(),
  /** When it was last open in a window, and at the end of the visit before that one; null for never. */
  openedAt: timestampSchema.nullable(),
  openedBefore: timestampSchema.nullable(),
  /** Of the last day that was read; null where that is not known. */
  signIns: z.strictObject({ signedIn: z.number().int(), failed: z.number().int() }).nullable(),
  endingCertificates: z.number().int(),
  /** Things that others have changed. */
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

/** A certificate is worth a warning from so many days before its end. */
export const certificateWarningDays = 30;

/** Whether what a webhook tried last did not arrive. */
export const isFailing = ({ last }: Pick<DeliveringWebhook, 'last'>): boolean => last.state !== 'delivered';

const driftKeySchema = z.strictObject({
  tenantId: tenantIdSchema,
  kind: kindNameSchema,
  targetId: z.string().max(2048),
});

const ofTenant = { tenantId: tenantIdSchema, freshness: freshnessSchema };

/** What the Overview shows of a tenant, each section by itself: one that cannot be read holds up no other. */
export const overviewMethods = {
  'overview.activity': method(
    z.strictObject({ ...ofTenant, days: z.union(activitySpans.map((days) => z.literal(days))) }),
    snapshotSchema(activitySchema),
  ),
  'overview.deliveries': method(z.strictObject(ofTenant), snapshotSchema(deliveriesSchema)),
  /** Reads the certificates of some applications anew, those that were read longest ago: a tenant may have thousands. */
  'overview.certificates': method(z.strictObject(ofTenant), snapshotSchema(certificatesSchema)),
  /**
   * What others have changed since it was marked as seen; the first look takes all of it as seen. With `cache-first` what the
   * last look has found. What was applied from here is in none of it.
   */
  'overview.drift': method(z.strictObject(ofTenant), snapshotSchema(driftSchema)),
  /** What was seen of a thing and what it is by now, as the last look has found it. Throws `not-found`. */
  'overview.driftParts': method(driftKeySchema, z.array(changePartSchema), { lane: 'local' }),
  /** Things become what is compared with from now on, as they were read; all that were found without `things`. */
  'overview.markSeen': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      things: z
        .array(driftKeySchema.omit({ tenantId: true }))
        .max(100_000)
        .optional(),
    }),
    z.undefined(),
    { lane: 'local' },
  ),
  /** It is open in a window now. */
  'overview.noteOpened': method(z.strictObject({ tenantId: tenantIdSchema }), z.undefined(), {
    lane: 'local',
  }),
  /** One for each tenant, of what was kept of it. */
  'overview.tenants': method(z.undefined(), z.array(tenantGlanceSchema), { lane: 'local' }),
} as const;
