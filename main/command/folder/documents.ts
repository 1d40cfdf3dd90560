import { z } from 'zod';
import { settingsSchema } from '../../../contract/applications/application-settings.ts';
import { configurationStateSchema } from '../../../contract/configuration/configuration.ts';
import type { Document, ItemKind } from './item.ts';
import { schemaOf } from './item.ts';

const schema = (kind: ItemKind) => z.literal(schemaOf(kind)).optional();
const name = z.string().trim().min(1, 'Enter a name.');

/** What the files of a folder hold. What a tenant doesn’t report, or what is to stay as it is, is absent. */
export const applicationDocument = z.strictObject({
  schema: schema('application'),
  id: z.string().optional(),
  name,
  description: z.string().default(''),
  /** Name or ID in the catalog. */
  template: z.string().default(''),
  /** A path on the tenant; an image has a separate file. */
  icon: z.string().optional(),
  settings: settingsSchema.default({}),
});

export const webhookDocument = z.strictObject({
  schema: schema('webhook'),
  id: z.string().optional(),
  name,
  description: z.string().default(''),
  url: z.string(),
  method: z.string().default('POST'),
  contentType: z.string().default('application/json'),
  /** One `Name: value` each. */
  headers: z.array(z.string()).default([]),
  enabled: z.boolean().optional(),
  eventType: z.string(),
  riskLevel: z.string().optional(),
});

export const originsDocument = z.strictObject({
  schema: schema('origins'),
  origins: z.array(z.string()),
});

export const configurationDocument = configurationStateSchema.partial().extend({
  schema: schema('configuration'),
});

export const assignmentsDocument = z.strictObject({
  schema: schema('assignments'),
  /** Of the role, where several have its name. */
  id: z.string().optional(),
  role: name,
  applications: z.array(z.string()),
  /** Granted by rules of the tenant: read-only. */
  automatic: z.array(z.string()).optional(),
});

const roleDocument = z.looseObject({ schema: schema('role'), name });

export const documentSchemas: Readonly<Record<ItemKind, z.ZodType>> = {
  application: applicationDocument,
  webhook: webhookDocument,
  origins: originsDocument,
  configuration: configurationDocument,
  assignments: assignmentsDocument,
  role: roleDocument,
};

/** Display name of the item in a document. */
export function nameIn(kind: ItemKind, document: Document): string {
  if (kind === 'origins') return 'Trusted origins';
  if (kind === 'configuration') return 'Configuration';
  return z.string().parse(document[kind === 'assignments' ? 'role' : 'name']);
}
