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
  'This is no table of applications.',
);

export const applicationDetailSchema = z.strictObject({
  id: applicationIdSchema,
  name: z.string(),
  description: z.string(),
  type: z.string(),
  templateName: z.string(),
  icon: z.string(),
  /** Null where the script is its template's. */
  ownScript: z.string().nullable(),
  /** The whole record as the tenant gave it, unknown members included. */
  record: z.record(z.string(), z.unknown()),
});

/** An application as it is edited, compared and kept. */
export const applicationStateSchema = z.strictObject({
  /** Identifier of its template in the catalog; what an application says of itself may be the template's name. */
  templateId: z.string(),
  name: z.string(),
  description: z.string(),
  /** As the record has it: an address on the tenant, or the image itself as a `data:` address; empty for none told. */
  icon: z.string(),
  /** Its own script; null for its template's. */
  script: z.string().nullable(),
  /**
   * The settable members of its record as the tenant names them, with placeholders in the place of secrets. Empty where
   * nothing is known or said of them: then they are no part of the comparison.
   */
  settings: settingsSchema,
  /** Identifiers of the roles that a new application is published to; null where that is not this change's business. */
  roles: z.array(z.string().min(1).max(256)).nullable(),
  /** Those of `roles` whose members get it without asking for it, where an application is brought back that was so. */
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
  /** `MobileAppType`: `iOS`, `Android`; empty for what is no native application. */
  mobileType: z.string().default(''),
  isFeatured: z.boolean().default(false),
  isOnPremises: z.boolean().default(false),
  /** `ProvSettingPreview` and `ShadowAppLink` as the tenant gives them; empty where it doesn’t. */
  provisioning: z.string().default(''),
  shadowAppLink: z.string().default(''),
});

/** What a service provider's metadata say of an application, for a person to look over. */
const proposedSettingsSchema = z.strictObject({
  entityId: z.string(),
  /** By the usual path of each field: it belongs into whichever member the record has. */
  settings: settingsSchema,
  /** What was chosen among several, what could not be read, what has ended: whole sentences. */
  notes: z.array(z.string()),
});

const signingCertificateSchema = z.strictObject({
  /** `CN=Acme signing, O=Acme`. */
  subject: z.string(),
  issuer: z.string(),
  /** SHA-1 as pairs with colons, as platforms name certificates. */
  thumbprint: z.string(),
  thumbprintSha256: z.string(),
  /** `RSA 2048`. */
  key: z.string(),
  /** Milliseconds since the epoch. */
  validFrom: z.number(),
  validTo: z.number(),
  pem: z.string(),
});

/** False where the tenant says that it has none at the address in the record; null where that is not known. */
const hasMetadata = z.boolean().nullable();

/** Where the tenant could not be asked now: when it said so. Milliseconds since the epoch. */
const readAt = timestampSchema.optional();

/** The certificate with which a tenant signs for an application, or why there is none to show. */
export const certificateReadingSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('read'), hasMetadata, certificate: signingCertificateSchema, readAt }),
  z.strictObject({ state: z.literal('none'), hasMetadata, reason: z.string(), readAt }),
  z.strictObject({ state: z.literal('unreadable'), hasMetadata, reason: z.string(), readAt }),
]);

const savedFileSchema = z.strictObject({ fileName: z.string() }).optional();

/** Largest file of an icon, in bytes: it stands in the record itself, and every list of applications has it with it. */
export const maxIconFileBytes = 100 * 1024;
export const iconExtensions: readonly string[] = ['.png', '.jpg', '.jpeg', '.gif'];

/** An image that a person chose, as its own `data:` address. */
const chosenIconSchema = z.strictObject({ fileName: z.string(), icon: z.string() });

/** A new application made of another one. */
const copiedApplicationSchema = z.strictObject({
  state: applicationStateSchema,
  /** False where the other tenant could not be asked for its catalog: its template and its name are as they stand here. */
  isChecked: z.boolean(),
  /** What does not come with it, in whole sentences. */
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

/** What a person begins with who edits this application. */
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
   * The same list for a window, which shows it more often than it changes: `table` is absent where the version is the one
   * that the window has already.
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
   * Images by the address that a record or the catalog names as its icon, as data URLs; null where there is none that
   * can be shown. An address is absent where the tenant could not be asked.
   */
  'applications.icons': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      icons: z.array(z.string().min(1).max(2048)).min(1).max(100),
    }),
    z.record(z.string(), z.string().nullable()),
  ),
  /**
   * When applications were changed last, by identifier: of those whose record the desk has read, and that tell it. Asks no tenant.
   */
  'applications.changedTimes': method(
    z.strictObject({ tenantId: tenantIdSchema }),
    z.record(z.string(), timestampSchema),
    { lane: 'local' },
  ),
  /** Asks for an image for an icon and checks it; undefined: no file chosen. Nothing is sent anywhere. */
  'applications.openIcon': method(z.undefined(), chosenIconSchema.optional(), { lane: 'local' }),
  /** The state of a new application like this one, for the same tenant or another one. Nothing is added by it. */
  'applications.copyOf': method(
    z.strictObject({ tenantId: tenantIdSchema, id: applicationIdSchema, intoTenantId: tenantIdSchema }),
    copiedApplicationSchema,
  ),
  /** Reads the SAML metadata of a service provider. Answers what they propose; nothing is changed by it. */
  'applications.readMetadata': method(
    z.discriminatedUnion('from', [
      z.strictObject({ from: z.literal('text'), text: z.string().max(1_000_000) }),
      z.strictObject({ from: z.literal('url'), url: z.string().min(1).max(2000) }),
    ]),
    proposedSettingsSchema,
  ),
  /** `cache-first` takes the address of the metadata from the record as it was read before, and asks for the metadata now. */
  'applications.certificate': method(
    oneApplication.extend({ freshness: freshnessSchema.default('tenant-first') }),
    certificateReadingSchema,
  ),
  /** Saves the metadata of the tenant for the application to a file, as the tenant gives them; undefined: no file chosen. */
  'applications.saveMetadata': method(oneApplication, savedFileSchema),
  /** Saves the certificate with which the tenant signs for the application, as PEM; undefined: no file chosen. */
  'applications.saveCertificate': method(oneApplication, savedFileSchema),
} as const;
