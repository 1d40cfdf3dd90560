import { z } from 'zod';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { HttpResponse } from '../../platform/http/transport.ts';
import { checkInChunks } from '../../platform/json/check-in-chunks.ts';
import type { ReadJson } from '../../platform/json/read-json.ts';
import { readJson } from '../../platform/json/read-json.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { shorten } from './tenant-message.ts';
import { isNumber, numberText } from '../../../languages/json/exact-number.ts';

/** The operation and the tenant, for messages. */
export interface ReadCall {
  readonly purpose: string;
  readonly tenantName: string;
  readonly signal: AbortSignal;
  /** Replaces the default parser, for example to parse in another thread. */
  readonly readJson?: ReadJson | undefined;
}

/** The platform specification only shows null for the members after `Result`; their types are unknown. */
const envelopeSchema = z.looseObject({
  success: z.boolean(),
  Result: z.unknown().optional(),
  Message: z.unknown().optional(),
  MessageID: z.unknown().optional(),
  ErrorID: z.unknown().optional(),
  ErrorCode: z.unknown().optional(),
});

/**
 * Extracts the `Result` of a management response. Throws `unexpected-response`, `schema-mismatch`, `challenge-required` if the tenant
 * requires step-up authentication, `refused-by-tenant` with the tenant's message, or the errors of `parseResponse`. Yields to other
 * work while processing a large response.
 */
export async function readEnvelope<Result extends z.ZodType>(
  response: HttpResponse,
  schema: Result,
  call: ReadCall,
): Promise<z.output<Result>> {
  const envelope = envelopeSchema.safeParse(await parseResponse(response, call));
  if (!envelope.success) throw schemaMismatch(firstIssue(envelope.error), '', call);
  const { success, Result } = envelope.data;
  if (!success) throw rejectionOf(envelope.data, call);
  const result = await checkInChunks(schema, Result, createYielder());
  if (result.ok) return result.value;
  throw schemaMismatch(result.problems[0], 'Result', call);
}

/** A response with `success: false` of any API. */
const rejectionSchema = envelopeSchema.extend({ success: z.literal(false) });

function rejectionOf(
  { Message, MessageID, ErrorID, ErrorCode }: z.infer<typeof envelopeSchema>,
  call: ReadCall,
): DeskFailure {
  const reason = textOf(Message);
  const detail = [
    reason,
    tagged('MessageID', MessageID),
    tagged('ErrorID', ErrorID),
    tagged('ErrorCode', ErrorCode),
  ]
    .filter((part) => part !== undefined)
    .join('; ');
  if (ErrorID === 'ChallengeRequired') {
    return failure(
      'challenge-required',
      `${call.tenantName} requires re-authentication to ${call.purpose}. Sign in again, then retry.`,
      { detail },
    );
  }
  return failure(
    'refused-by-tenant',
    `${call.tenantName} declined to ${call.purpose}${reason === undefined ? ' without giving a reason.' : `: ${reason}`}`,
    detail === '' ? {} : { detail },
  );
}

/** Parses an analytics response: JSON matching the schema, or empty if the schema allows it. */
export async function readBody<Response extends z.ZodType>(
  response: HttpResponse,
  schema: Response,
  call: ReadCall,
): Promise<z.output<Response>> {
  const value = response.body.byteLength === 0 ? undefined : await parseResponse(response, call);
  const checked = await checkInChunks(schema, value, createYielder());
  if (checked.ok) return checked.value;
  // A success with an unexpected body is still a success, unless the body says otherwise.
  const nothing = schema.safeParse(undefined);
  if (nothing.success) {
    const rejected = rejectionSchema.safeParse(value);
    if (rejected.success) throw rejectionOf(rejected.data, call);
    return nothing.data;
  }
  throw schemaMismatch(checked.problems[0], '', call);
}

/**
 * Throws `unexpected-response` if the body isn't JSON, for example from a proxy or a sign-in page, and `response-too-large` if it
 * exceeds the limits.
 */
async function parseResponse(response: HttpResponse, call: ReadCall): Promise<unknown> {
  const parsed = await (call.readJson ?? readJson)(response.body, call.signal);
  if (parsed.ok) return parsed.value;
  const { type, detail } = parsed.problem;
  if (type === 'too-much') {
    throw failure(
      'response-too-large',
      `Couldn’t ${call.purpose}: the response of ${call.tenantName} is too large. Request fewer rows or columns, or report this with the details.`,
      { detail },
    );
  }
  const contentType = response.headers['content-type'] ?? 'no content type';
  throw failure(
    'unexpected-response',
    `Couldn’t ${call.purpose}: the response of ${call.tenantName} isn’t JSON. Check its URL, and whether there is a proxy in between.`,
    { detail: `HTTP ${response.status}, ${contentType.slice(0, 100)}` },
  );
}

interface Mismatch {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function firstIssue({ issues: [issue] }: z.ZodError): Mismatch {
  return issue ?? { path: [], message: 'unknown' };
}

/** The failure of a response that doesn't match the schema; names the first mismatch. */
function schemaMismatch(issue: Mismatch, root: string, call: ReadCall): DeskFailure {
  const path = [root, ...issue.path]
    .filter((part) => part !== '')
    .map(String)
    .join('.');
  return failure(
    'schema-mismatch',
    `Couldn’t ${call.purpose}: the response of ${call.tenantName} has an unexpected format${path === '' ? '' : ` at ${path}`}. Report this with the details.`,
    { detail: `${path === '' ? 'response' : path}: ${issue.message}` },
  );
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value.trim() !== '') return shorten(value);
  return isNumber(value) ? numberText(value) : undefined;
}

function tagged(name: string, value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : `${name} ${text}`;
}
