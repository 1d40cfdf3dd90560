import { z } from 'zod';
import { isApplicationTable } from './application-table.ts';
import type { ApplicationTable } from './application-table.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { settingsOf, settingsSchema } from './application-settings.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';
import { applicationIdSchema, applicationSummarySchema } from './application-summary.ts';

export const applicationTableSchema = z.custom<ApplicationTable>(
  isApplicationTable,
  'This is not a table of applications.',
);

export const applicationDetailSchema = z.strictObject({
  id: applicationIdSchema,
  name: z.string(),
  description: z.string(),
  type: z.string(),
  templateName: z.string(),
  icon: z.string(),
  /** Null if it uses its template's script. */
  ownScript: z.string().nullable(),
  /** The full record as received from the tenant, including unknown members. */
  record: z.record(z.string(), z.unknown()),
});

/** An application as it is edited, compared and stored. */
export const applicationStateSchema = z.strictObject({
  /** ID of its catalog template; an application record may have the template's name instead. */
  templateId: z.string(),
  name: z.string(),
  description: z.string(),
  /** As in the record: a path on the tenant, or the image as a `data:` URL; empty if none is reported. */
  icon: z.string(),
  /** Custom script; null for its template's. */
  script: z.string().nullable(),
  /**
   * The settable members of its record under the tenant's names, with placeholders instead of secrets. Empty if unknown: then
   * settings aren't compared.
   */
  settings: settingsSchema,
  /** IDs of the roles that a new application is assigned to; null if this change doesn't concern roles. */
  roles: z.array(z.string().min(1).max(256)).nullable(),
  /** Roles in `roles` that get the application automatically, when restoring an application that had this. */
  automaticRoles: z.array(z.string().min(1).max(256)).exactOptional(),
});

export const applicationTemplateSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  category: z.string(),
  description: z.string(),
  type: z.string(),
  icon: z.string(),
  /** `MobileAppType`: `iOS`, `Android`; empty if it isn't a native application. */
  mobileType: z.string().default(''),
  isFeatured: z.boolean().default(false),
  isOnPremises: z.boolean().default(false),
  /** `ProvSettingPreview` and `ShadowAppLink` as the tenant reports them; empty if it doesn't. */
  provisioning: z.string().default(''),
  shadowAppLink: z.string().default(''),
});

/** Settings from a service provider's metadata, for review. */
const proposedSettingsSchema = z.strictObject({
  entityId: z.string(),
  /** By the default path of each field; the record decides which member is set. */
  settings: settingsSchema,
  /** What was chosen among several, what couldn't be read, what has expired: full sentences. */
  notes: z.array(z.string()),
});

const signingCertificateSchema = z.strictObject({
  /** `CN=Acme signing, O=Acme`. */
  subject: z.string(),
  issuer: z.string(),
  /** SHA-1 as colon-separated pairs, as platforms name certificates. */
  thumbprint: z.string(),
  thumbprintSha256: z.string(),
  /** `RSA 2048`. */
  key: z.string(),
  /** Milliseconds since the epoch. */
  validFrom: z.number(),
  validTo: z.number(),
  pem: z.string(),
});

/** False if the tenant reports none at the URL in the record; null if unknown. */
const hasMetadata = z.boolean().nullable();

/** If the tenant couldn't be reached: when the cached answer was read. Milliseconds since the epoch. */
const readAt = timestampSchema.optional();

/** The certificate that a tenant signs with for an application, or why there is none to show. */
export const certificateReadingSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('read'), hasMetadata, certificate: signingCertificateSchema, readAt }),
  z.strictObject({ state: z.literal('none'), hasMetadata, reason: z.string(), readAt }),
  z.strictObject({ state: z.literal('unreadable'), hasMetadata, reason: z.string(), readAt }),
]);

const savedFileSchema = z.strictObject({ fileName: z.string() }).optional();

/** Maximum size of an icon file, in bytes: it is part of the record, and of every list of applications. */
export const maxIconFileBytes = 100 * 1024;
export const iconExtensions: readonly string[] = ['.png', '.jpg', '.jpeg', '.gif'];

/** An image chosen by the user, as a `data:` URL. */
const chosenIconSchema = z.strictObject({ fileName: z.string(), icon: z.string() });

/** A new application copied from another one. */
const copiedApplicationSchema = z.strictObject({
  state: applicationStateSchema,
  /** False if the other tenant's catalog couldn't be read: template and name are unchanged then. */
  isChecked: z.boolean(),
  /** What isn't copied, as full sentences. */
  notes: z.array(z.string()),
});

export type ProposedSettings = z.infer<typeof proposedSettingsSchema>;
export type SigningCertificate = z.infer<typeof signingCertificateSchema>;
export type CertificateReading = z.infer<typeof certificateReadingSchema>;
export type ChosenIcon = z.infer<typeof chosenIconSchema>;
export type CopiedApplication = z.infer<typeof copiedApplicationSchema>;
export type ApplicationDetail = z.infer<typeof applicationDetailSchema>;
export type ApplicationState = z.infer<typeof applicationStateSchema>;
export type ApplicationTemplate = z.infer<typeof applicationTemplateSchema>;

/** The initial state for editing this application. */
export function applicationStateOf(application: ApplicationDetail): ApplicationState {
  const { templateName, name, description, icon, ownScript, record } = application;
  const settings = settingsOf(record);
  return { templateId: templateName, name, description, icon, script: ownScript, settings, roles: null };
}

const oneApplication = z.strictObject({ tenantId: tenantIdSchema, id: applicationIdSchema });

export const applicationMethods = {
  'applications.list': method(
    z.strictObject({ tenantId: tenantIdSchema, freshness: freshnessSchema }),
    snapshotSchema(z.array(applicationSummarySchema)),
  ),
  /**
   * The same list for a window, which shows it more often than it changes: `table` is absent if the window already has this
   * version.
   */
  'applications.table': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      freshness: freshnessSchema,
      known: z.string().min(1).max(64).exactOptional(),
    }),
    snapshotSchema(z.strictObject({ version: z.string(), table: applicationTableSchema.exactOptional() })),
  ),
  'applications.get': method(
    z.strictObject({ tenantId: tenantIdSchema, id: applicationIdSchema, freshness: freshnessSchema }),
    snapshotSchema(applicationDetailSchema),
  ),
  'applications.templates': method(
    z.strictObject({ tenantId: tenantIdSchema, freshness: freshnessSchema }),
    snapshotSchema(z.array(applicationTemplateSchema)),
  ),
  /**
   * Images as data URLs, by the icon path of a record or catalog entry; null if there is none that can be shown. A path is absent
   * if the tenant couldn't be reached.
   */
  'applications.icons': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      icons: z.array(z.string().min(1).max(2048)).min(1).max(100),
    }),
    z.record(z.string(), z.string().nullable()),
  ),
  /**
   * Last change times by application ID, for records that are cached and report it. Makes no request to the tenant.
   */
  'applications.changedTimes': method(
    z.strictObject({ tenantId: tenantIdSchema }),
    z.record(z.string(), timestampSchema),
    { lane: 'local' },
  ),
  /** Lets the user choose an icon image and checks it; undefined: no file chosen. Nothing is sent. */
  'applications.openIcon': method(z.undefined(), chosenIconSchema.optional(), { lane: 'local' }),
  /** The state of a copy of this application, for the same or another tenant. Nothing is added yet. */
  'applications.copyOf': method(
    z.strictObject({ tenantId: tenantIdSchema, id: applicationIdSchema, intoTenantId: tenantIdSchema }),
    copiedApplicationSchema,
  ),
  /** Reads the SAML metadata of a service provider and returns proposed settings; nothing is changed. */
  'applications.readMetadata': method(
    z.discriminatedUnion('from', [
      z.strictObject({ from: z.literal('text'), text: z.string().max(1_000_000) }),
      z.strictObject({ from: z.literal('url'), url: z.string().min(1).max(2000) }),
    ]),
    proposedSettingsSchema,
  ),
  /** `cache-first` takes the metadata URL from the cached record and requests the metadata now. */
  'applications.certificate': method(
    oneApplication.extend({ freshness: freshnessSchema.default('tenant-first') }),
    certificateReadingSchema,
  ),
  /** Saves the tenant's metadata for the application to a file, unchanged; undefined: no file chosen. */
  'applications.saveMetadata': method(oneApplication, savedFileSchema),
  /** Saves the tenant's signing certificate for the application as PEM; undefined: no file chosen. */
  'applications.saveCertificate': method(oneApplication, savedFileSchema),
} as const;
