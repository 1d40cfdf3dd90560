import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { pastedProblem, failWith } from '../schema/pasted-text.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';

/** Reports invisible characters in header names and values. Doesn't quote a value, which may be a secret. */
function headersProblem(headers: string): string | undefined {
  for (const line of headers.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*):?[ \t]*(.*?)[ \t]*$/s.exec(line) ?? [];
    const problem =
      pastedProblem(name.trim(), 'The name of a header') ??
      pastedProblem(value, `The value of the header ${name.trim()}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export const webhookIdSchema = z.string().min(1).max(256);

/** The user-defined part; the body of the tenant's create and test requests, with our member names. */
export const webhookDefinitionSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(200, 'The name')),
  description: z.string().max(...atMost(4000, 'The description')),
  url: z
    .string()
    .superRefine(failWith((url) => pastedProblem(url, 'The URL')))
    .pipe(z.url({ protocol: /^https?$/, error: 'Enter a full URL such as https://hooks.example/alerts.' })),
  method: z.enum(['POST', 'PUT', 'PATCH', 'GET', 'DELETE'], {
    error: 'Choose a method: POST, PUT, PATCH, GET or DELETE.',
  }),
  contentType: z
    .string()
    .min(1, 'Enter a content type.')
    .max(...atMost(200, 'The content type')),
  /** Extra headers, one `Name: value` per line. */
  headers: z
    .string()
    .max(...atMost(16_384, 'The text of the headers'))
    .superRefine(failWith(headersProblem)),
  /** FreeMarker template of the payload. */
  requestBody: z.string().max(...atMost(1_000_000, 'The template')),
  enabled: z.boolean(),
  eventType: z
    .string()
    .min(1, 'Choose an event type.')
    .max(...atMost(200, 'The event type')),
  riskLevel: z
    .string()
    .min(1, 'Choose a risk level.')
    .max(...atMost(64, 'The risk level')),
});

export const webhookSchema = z.strictObject({
  id: webhookIdSchema,
  ...webhookDefinitionSchema.shape,
  name: z.string(),
  url: z.string(),
  method: z.string(),
  contentType: z.string(),
  eventType: z.string(),
  /** Empty if the tenant's records don't contain it. */
  riskLevel: z.string(),
  /** `unknown` if the meaning of the tenant's status number is unknown. */
  activation: z.enum(['enabled', 'disabled', 'unknown']),
  enabled: z.boolean(),
  /** The tenant's status number; null if it reports none. */
  status: z.number().int().nullable(),
  createdBy: z.string(),
  updatedBy: z.string(),
  createdAt: timestampSchema.nullable(),
  updatedAt: timestampSchema.nullable(),
  /** The full record as received from the tenant. */
  record: z.record(z.string(), z.unknown()),
});

/**
 * A webhook as it is edited, compared and stored: it may be incomplete, and unknown values are marked as such. Its headers and URL
 * have placeholders instead of credentials.
 */
export const webhookStateSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  method: z.string(),
  contentType: z.string(),
  /** Extra headers, one `Name: value` per line. */
  headers: z.string(),
  requestBody: z.string(),
  /** Null if the tenant doesn't report it. */
  enabled: z.boolean().nullable(),
  eventType: z.string(),
  /** Empty if the tenant doesn't report it. */
  riskLevel: z.string(),
});

const webhookTestResultSchema = z.strictObject({
  succeeded: z.boolean(),
  httpStatus: z.number().int(),
  message: z.string(),
  durationMs: z.number(),
  /** The recorded delivery, for `sandbox.delivery`; null if the tenant records none or couldn't be reached. */
  deliveryId: z.string().nullable(),
});

/** Result of the last test of a webhook with this profile; its definition may have been a draft. */
const lastTestSchema = z.strictObject({
  webhookId: webhookIdSchema,
  testedAt: timestampSchema,
  succeeded: z.boolean(),
  /** 0 if there was no response. */
  httpStatus: z.number().int(),
});

export const variableModelSchema = z.strictObject({
  /** Name in templates, for example `event`. */
  node: z.string(),
  description: z.string(),
  isSystem: z.boolean(),
  /** `SYSTEM` for those of the platform; tenants choose the value for admin-defined ones. */
  type: z.string().default(''),
  /** `model_mode` and `multiple_snapshot` as reported; null if missing, or cached by an earlier version. */
  modelMode: z.boolean().nullable().default(null),
  multipleSnapshot: z.boolean().nullable().default(null),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
});

/** A header whose value the user has chosen to show in this tenant. */
const shownHeaderSchema = z.strictObject({
  /** In lower case. */
  name: z.string(),
  /** The placeholder for the value in stored data. */
  placeholder: z.string(),
  value: z.string(),
});

export type ShownHeader = z.infer<typeof shownHeaderSchema>;
export type Webhook = z.infer<typeof webhookSchema>;
export type WebhookDefinition = z.infer<typeof webhookDefinitionSchema>;
export type WebhookState = z.infer<typeof webhookStateSchema>;
export type WebhookTestResult = z.infer<typeof webhookTestResultSchema>;
export type LastTest = z.infer<typeof lastTestSchema>;
export type VariableModel = z.infer<typeof variableModelSchema>;

/** The initial state for editing this webhook. */
export function webhookStateOf(webhook: Webhook): WebhookState {
  const { name, description, url, method, contentType, headers, requestBody, eventType, riskLevel } = webhook;
  const enabled = webhook.activation === 'unknown' ? null : webhook.activation === 'enabled';
  return { name, description, url, method, contentType, headers, requestBody, enabled, eventType, riskLevel };
}

export const webhookMethods = {
  'webhooks.list': method(
    z.strictObject({ tenantId: tenantIdSchema, freshness: freshnessSchema }),
    snapshotSchema(z.array(webhookSchema)),
  ),
  /**
   * Makes the tenant call the URL with this definition; nothing is stored. Fails with `credential-elsewhere` if a stored credential
   * of another webhook, URL or tenant would be sent there without the user's consent.
   */
  'webhooks.test': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      /** The webhook, or the draft of a new one. */
      targetId: webhookIdSchema,
      definition: webhookDefinitionSchema,
      /** Scheme, host and port that the user allows to receive credentials of other destinations. */
      credentialsTo: z.string().max(2048).optional(),
    }),
    webhookTestResultSchema,
  ),
  /** For every webhook tested with this profile. */
  'webhooks.lastTests': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(lastTestSchema), {
    lane: 'local',
  }),
  /** The full URL of a webhook including its secret part, on the user's request. Headers stay hidden. */
  'webhooks.revealAddress': method(
    z.strictObject({ tenantId: tenantIdSchema, url: z.string().max(10_000) }),
    z.string(),
    { lane: 'local' },
  ),
  /**
   * Names of headers shown in this tenant, and the values of those in `headers` (text with placeholders) that were read or entered
   * in this session under the same name.
   */
  'webhooks.shownHeaders': method(
    z.strictObject({ tenantId: tenantIdSchema, headers: z.string().max(100_000) }),
    z.strictObject({ names: z.array(z.string()), values: z.array(shownHeaderSchema) }),
    { lane: 'local' },
  ),
  /**
   * Shows or hides the values of a header in the window. Stored values stay hidden. Fails with `invalid-input` for a header that
   * authenticates the sender; see `headerSecrecy`.
   */
  'webhooks.showHeader': method(
    z.strictObject({ tenantId: tenantIdSchema, name: z.string().min(1).max(200), isShown: z.boolean() }),
    z.void(),
    { lane: 'local' },
  ),
  'webhooks.models': method(
    z.strictObject({ tenantId: tenantIdSchema, freshness: freshnessSchema }),
    snapshotSchema(z.array(variableModelSchema)),
  ),
} as const;
