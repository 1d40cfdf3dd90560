import { z } from 'zod';
import type { WebhookDefinition } from './webhooks.ts';
import { webhookDefinitionSchema } from './webhooks.ts';

/**
 * A webhook definition as the text that plans, diffs and merges show: JSON with one line for each line of the
 * headers and of the payload template, so that a diff and a merge work line by line.
 */
export function webhookDefinitionToText(definition: WebhookDefinition): string {
  const { headers, requestBody, ...rest } = definition;
  return JSON.stringify({ ...rest, headers: lines(headers), requestBody: lines(requestBody) }, null, 2);
}

const textSchema = webhookDefinitionSchema.extend({
  headers: z.array(z.string()),
  requestBody: z.array(z.string()),
});

/** Reads such a text back, for example a clean merge. Undefined when it is not one, for example for its markers. */
export function webhookDefinitionFromText(text: string): WebhookDefinition | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = textSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { headers, requestBody, ...rest } = parsed.data;
  const definition = webhookDefinitionSchema.safeParse({
    ...rest,
    headers: headers.join('\n'),
    requestBody: requestBody.join('\n'),
  });
  return definition.success ? definition.data : undefined;
}

function lines(text: string): string[] {
  return text === '' ? [] : text.split(/\r\n|\r|\n/);
}
