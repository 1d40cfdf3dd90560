import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { pastedProblem, refuse } from '../schema/pasted-text.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';

/** What came along with a name or a value that was pasted, without quoting a value: it may be a secret. */
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

/** What a person defines; the body of the tenant's create and test requests, in our spelling. */
export const webhookDefinitionSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(200, 'The name')),
  description: z.string().max(...atMost(4000, 'The description')),
  url: z
    .string()
    .superRefine(refuse((url) => pastedProblem(url, 'The URL')))
    .pipe(
      z.url({ protocol: /^https?$/, error: 'Enter a full address such as https://hooks.example/alerts.' }),
    ),
  method: z.enum(['POST', 'PUT', 'PATCH', 'GET', 'DELETE'], {
    error: 'Choose a method: POST, PUT, PATCH, GET or DELETE.',
  }),
  contentType: z
    .string()
    .min(1, 'Enter a content type.')
    .max(...atMost(200, 'The content type')),
  /** Extra headers, one `Name: value` a line. */
  headers: z
    .string()
    .max(...atMost(16_384, 'The text of the headers'))
    .superRefine(refuse(headersProblem)),
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
  /** Empty where the tenant's records do not tell it. */
  riskLevel: z.string(),
  /** `unknown` where the tenant's status number has no known meaning yet. */
  activation: z.enum(['enabled', 'disabled', 'unknown']),
  enabled: z.boolean(),
  /** The tenant's status number as it is; null where it tells none. */
  status: z.number().int().nullable(),
  createdBy: z.string(),
  updatedBy: z.string(),
  createdAt: timestampSchema.nullable(),
  updatedAt: timestampSchema.nullable(),
  /** The whole record as the tenant gave it. */
  record: z.record(z.string(), z.unknown()),
});

/**
 * A webhook as it is edited, compared and kept: it may be incomplete, and what a tenant does not tell is told so. Its
 * headers and its address hold placeholders in the place of credentials.
 */
export const webhookStateSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  method: z.string(),
  contentType: z.string(),
  /** Extra headers, one `Name: value` a line. */
  headers: z.string(),
  requestBody: z.string(),
  /** Null where the tenant does not tell it. */
  enabled: z.boolean().nullable(),
  eventType: z.string(),
  /** Empty where the tenant does not tell it. */
  riskLevel: z.string(),
});

const webhookTestResultSchema = z.strictObject({
  succeeded: z.boolean(),
  httpStatus: z.number().int(),
  message: z.string(),
  durationMs: z.number(),
  /** What the tenant recorded of it, for `sandbox.delivery`; null where it records nothing or could not be asked. */
  deliveryId: z.string().nullable(),
});

/** How the last test of a webhook ended that was made with this profile; its definition may have been a draft. */
const lastTestSchema = z.strictObject({
  webhookId: webhookIdSchema,
  testedAt: timestampSchema,
  succeeded: z.boolean(),
  /** 0 where there was no answer. */
  httpStatus: z.number().int(),
});

export const variableModelSchema = z.strictObject({
  /** Name in templates, for example `event`. */
  node: z.string(),
  description: z.string(),
  isSystem: z.boolean(),
  /** `SYSTEM` for those of the platform; what other tenants call those that administrators define is theirs. */
  type: z.string().default(''),
  /** `model_mode` and `multiple_snapshot` as the tenant gives them; null where it doesn’t, or an earlier version read them. */
  modelMode: z.boolean().nullable().default(null),
  multipleSnapshot: z.boolean().nullable().default(null),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
});

/** A header whose value a person has shown in this tenant. */
const shownHeaderSchema = z.strictObject({
  /** In lower case. */
  name: z.string(),
  /** What stands for the value wherever it is kept. */
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

/** What a person begins with who edits this webhook. */
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
   * Has the tenant call the address with the definition as given; nothing is stored. Fails `credential-elsewhere` where
   * a stored credential of another webhook, address or tenant would go there, unless the person agreed to it.
   */
  'webhooks.test': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      /** The webhook, or the draft of a new one. */
      targetId: webhookIdSchema,
      definition: webhookDefinitionSchema,
      /** Scheme, host and port to which the person lets credentials go that belong elsewhere. */
      credentialsTo: z.string().max(2048).optional(),
    }),
    webhookTestResultSchema,
  ),
  /** Of every webhook that was tested with this profile. */
  'webhooks.lastTests': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(lastTestSchema), {
    lane: 'local',
  }),
  /** The address of a webhook with its secret part in full, for a person who asks to see it. Headers stay hidden. */
  'webhooks.revealAddress': method(
    z.strictObject({ tenantId: tenantIdSchema, url: z.string().max(10_000) }),
    z.string(),
    { lane: 'local' },
  ),
  /**
   * The names of headers whose values a person has shown in this tenant, and the values of those in `headers` (a text
   * with placeholders) that were read or typed in this session under that very name.
   */
  'webhooks.shownHeaders': method(
    z.strictObject({ tenantId: tenantIdSchema, headers: z.string().max(100_000) }),
    z.strictObject({ names: z.array(z.string()), values: z.array(shownHeaderSchema) }),
    { lane: 'local' },
  ),
  /**
   * Has the values of a header shown in the desk's window from now on, or hidden again. What is kept stays hidden. Fails
   * `invalid-input` for a name that lets somebody in; see `headerSecrecy`.
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
