import { z } from 'zod';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { HttpAnswer } from '../../platform/http/transport.ts';
import { checkInChunks } from '../../platform/json/check-in-chunks.ts';
import type { ReadJson } from '../../platform/json/read-json.ts';
import { readJson } from '../../platform/json/read-json.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { shorten } from './tenant-message.ts';
import { isNumber, numberText } from '../../../languages/json/exact-number.ts';

/** For messages: what was being done, and where. */
export interface ReadCall {
  readonly purpose: string;
  readonly tenantName: string;
  readonly signal: AbortSignal;
  /** Where not here. */
  readonly readJson?: ReadJson | undefined;
}

/** The platform specification shows the members after `Result` as null only; their types are not known. */
const envelopeSchema = z.looseObject({
  success: z.boolean(),
  Result: z.unknown().optional(),
  Message: z.unknown().optional(),
  MessageID: z.unknown().optional(),
  ErrorID: z.unknown().optional(),
  ErrorCode: z.unknown().optional(),
});

/**
 * Takes the `Result` out of a management answer. Throws `unexpected-response`, `schema-mismatch`, `challenge-required` when the tenant
 * wants a step-up sign-in first, `refused-by-tenant` with what the tenant said, or what `parseAnswer` throws. However
 * large the answer is, everybody else gets a turn meanwhile.
 */
export async function readEnvelope<Result extends z.ZodType>(
  answer: HttpAnswer,
  schema: Result,
  call: ReadCall,
): Promise<z.output<Result>> {
  const envelope = envelopeSchema.safeParse(await parseAnswer(answer, call));
  if (!envelope.success) throw schemaMismatch(firstIssue(envelope.error), '', call);
  const { success, Result } = envelope.data;
  if (!success) throw refusalOf(envelope.data, call);
  const result = await checkInChunks(schema, Result, createYielder());
  if (result.ok) return result.value;
  throw schemaMismatch(result.problems[0], 'Result', call);
}

/** What an answer with `success: false` says, in whatever API. */
const refusalSchema = envelopeSchema.extend({ success: z.literal(false) });

function refusalOf(
  { Message, MessageID, ErrorID, ErrorCode }: z.infer<typeof envelopeSchema>,
  call: ReadCall,
): DeskFailure {
  const said = textOf(Message);
  const detail = [
    said,
    tagged('MessageID', MessageID),
    tagged('ErrorID', ErrorID),
    tagged('ErrorCode', ErrorCode),
  ]
    .filter((part) => part !== undefined)
    .join('; ');
  if (ErrorID === 'ChallengeRequired') {
    return failure(
      'challenge-required',
      `${call.tenantName} wants you to confirm who you are before it lets you ${call.purpose}. Sign in again, then repeat.`,
      { detail },
    );
  }
  return failure(
    'refused-by-tenant',
    `${call.tenantName} refused to ${call.purpose}${said === undefined ? '. It gave no reason.' : `: ${said}`}`,
    detail === '' ? {} : { detail },
  );
}

/** Reads an analytics answer: JSON of the schema's shape, or nothing where the schema allows that. */
export async function readBody<Response extends z.ZodType>(
  answer: HttpAnswer,
  schema: Response,
  call: ReadCall,
): Promise<z.output<Response>> {
  const value = answer.body.byteLength === 0 ? undefined : await parseAnswer(answer, call);
  const checked = await checkInChunks(schema, value, createYielder());
  if (checked.ok) return checked.value;
  // A success that says more than it had to is still the success that was asked for, unless it says that it is none.
  const nothing = schema.safeParse(undefined);
  if (nothing.success) {
    const refused = refusalSchema.safeParse(value);
    if (refused.success) throw refusalOf(refused.data, call);
    return nothing.data;
  }
  throw schemaMismatch(checked.problems[0], '', call);
}

/**
 * Throws `unexpected-response` when the body is not JSON, as when a proxy or a sign-in page answers, and
 * `response-too-large` when it holds more than any answer of use.
 */
async function parseAnswer(answer: HttpAnswer, call: ReadCall): Promise<unknown> {
  const parsed = await (call.readJson ?? readJson)(answer.body, call.signal);
  if (parsed.ok) return parsed.value;
  const { type, detail } = parsed.problem;
  if (type === 'too-much') {
    throw failure(
      'response-too-large',
      `Could not ${call.purpose}: the answer of ${call.tenantName} holds more than Tenant Desk reads. Ask for fewer rows or columns where you can; otherwise report this with its details.`,
      { detail },
    );
  }
  const contentType = answer.headers['content-type'] ?? 'no content type';
  throw failure(
    'unexpected-response',
    `Could not ${call.purpose}: ${call.tenantName} did not answer in JSON. Check its address, and whether a proxy stands in between.`,
    { detail: `HTTP ${answer.status}, ${contentType.slice(0, 100)}` },
  );
}

interface Mismatch {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function firstIssue({ issues: [issue] }: z.ZodError): Mismatch {
  return issue ?? { path: [], message: 'unknown' };
}

/** The failure of an answer that does not have the expected shape; names the first place that differs. */
function schemaMismatch(issue: Mismatch, root: string, call: ReadCall): DeskFailure {
  const path = [root, ...issue.path]
    .filter((part) => part !== '')
    .map(String)
    .join('.');
  return failure(
    'schema-mismatch',
    `Could not ${call.purpose}: the answer of ${call.tenantName} is not of the expected shape${path === '' ? '' : ` at ${path}`}. Report this with its details.`,
    { detail: `${path === '' ? 'answer' : path}: ${issue.message}` },
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
