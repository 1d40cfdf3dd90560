import { z } from 'zod';
import type { DeliveryAttempt } from '../../contract/sandbox/sandbox.ts';
import { eventColumnsSchema } from '../../contract/sandbox/sandbox.ts';

/** What may contain credentials: a URL, and headers as `Name: value` lines. */
interface Guarded {
  readonly url: string;
  readonly headers: string;
}

/** Replaces credentials by placeholders. */
export type HideRequest = (guarded: Guarded) => Guarded;

const headersSchema = z.array(z.looseObject({ name: z.string(), value: z.string() }));

const attemptRecordSchema = z.looseObject({
  number: z.number().int(),
  started_at: z.number().int(),
  duration_ms: z.number(),
  request: z.looseObject({ url: z.string(), method: z.string(), headers: headersSchema }).nullable(),
  response: z
    .looseObject({
      status: z.number().int(),
      status_text: z.string(),
      headers: headersSchema,
      body: z.string(),
      body_is_cut: z.boolean(),
    })
    .nullable(),
  failure: z.string().nullable(),
  message: z.string(),
});

/** A delivery with all its attempts, as an embedded tenant reports it. */
export const deliveryWithAttemptsSchema = z.looseObject({
  request_body: z.string().nullable(),
  event_type: z.string(),
  event_columns: eventColumnsSchema.nullish(),
  attempt_list: z.array(attemptRecordSchema),
});

/**
 * In addition to what webhooks themselves may show: the ID of the delivery, and headers that describe an answer or frame a
 * message. Cookies, URLs and custom headers of the receiver are not on the list.
 */
const plainNames: ReadonlySet<string> = new Set([
  'x-webhook-delivery',
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'retry-after',
  'transfer-encoding',
]);

export function toAttempt(record: z.infer<typeof attemptRecordSchema>, hide: HideRequest): DeliveryAttempt {
  const {
    number,
    started_at: startedAt,
    duration_ms: durationMs,
    request,
    response,
    failure,
    message,
  } = record;
  const hidden = (headers: z.infer<typeof headersSchema>) =>
    headers.map(({ name, value }) => ({ name, value: shownHeader(name, value, hide) }));
  return {
    number,
    startedAt,
    durationMs,
    request:
      request === null
        ? null
        : {
            url: hide({ url: request.url, headers: '' }).url,
            method: request.method,
            headers: hidden(request.headers),
          },
    response:
      response === null
        ? null
        : {
            status: response.status,
            statusText: response.status_text,
            headers: hidden(response.headers),
            body: response.body,
            bodyIsCut: response.body_is_cut,
          },
    failure,
    message,
  };
}

/** The part that may be shown: possible credentials are hidden. */
export function shownHeader(name: string, value: string, hide: HideRequest): string {
  if (plainNames.has(name.toLowerCase())) return value;
  const line = `${name}: ${value}`;
  return hide({ url: '', headers: line }).headers.slice(`${name}: `.length);
}
