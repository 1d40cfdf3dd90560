import { z } from 'zod';
import { parseHeaderText } from './header-text.ts';
import { targetUrlProblem } from './target-url.ts';

/** Sizes that a definition may have, in characters. The platform specification names no limits: ours. */
const DEFINITION_LIMITS = {
  name: 200,
  description: 4_000,
  headers: 16_384,
  requestBody: 1_000_000,
  eventType: 200,
  riskLevel: 64,
} as const;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const MEDIA_TYPE =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w!#$&^.+-]+=("[\x20\x21\x23-\x5b\x5d-\x7e]*"|[\w!#$&^.+-]+))*$/;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x1f\x7f]/;

function line(limit: number) {
  return z
    .string('must be a string')
    .refine((text) => text.trim() !== '', 'must not be empty')
    .max(limit, `must have at most ${limit} characters`)
    .refine((text) => !CONTROL.test(text), 'must not contain line breaks or control characters');
}

export const nameSchema = line(DEFINITION_LIMITS.name);
export const descriptionSchema = z
  .string('must be a string')
  .max(DEFINITION_LIMITS.description, `must have at most ${DEFINITION_LIMITS.description} characters`)
  .nullable();
export const eventTypeSchema = line(DEFINITION_LIMITS.eventType);
export const riskLevelSchema = line(DEFINITION_LIMITS.riskLevel);

export const urlSchema = z.string('must be a string').superRefine((text, check) => {
  const problem = targetUrlProblem(text);
  if (problem !== undefined) check.addIssue({ code: 'custom', message: problem });
});

export const headersSchema = z
  .string('must be a string')
  .max(DEFINITION_LIMITS.headers, `must have at most ${DEFINITION_LIMITS.headers} characters`)
  .superRefine((text, check) => {
    const parsed = parseHeaderText(text);
    if (!parsed.ok) check.addIssue({ code: 'custom', message: parsed.problem });
  });

export const methodSchema = z
  .string('must be a string')
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(METHODS, `must be one of ${METHODS.join(', ')}`));

export const contentTypeSchema = z
  .string('must be a string')
  .max(200, 'must have at most 200 characters')
  .refine((text) => MEDIA_TYPE.test(text), 'must be a media type such as application/json');

export const requestBodySchema = z
  .string('must be a string')
  .max(DEFINITION_LIMITS.requestBody, `must have at most ${DEFINITION_LIMITS.requestBody} characters`);

/** Body of POST /rules/webhook and POST /rules/webhook/test. Source: platform specification, "Webhook definition". */
export const webhookDefinitionSchema = z.object(
  {
    name: nameSchema,
    description: descriptionSchema.default(''),
    url: urlSchema,
    method: methodSchema,
    content_type: contentTypeSchema,
    headers: headersSchema.default(''),
    request_body: requestBodySchema,
    enabled: z.boolean('must be true or false'),
    event_type: eventTypeSchema,
    risk_level: riskLevelSchema,
  },
  'must be a JSON object',
);

export type WebhookDefinition = z.infer<typeof webhookDefinitionSchema>;
