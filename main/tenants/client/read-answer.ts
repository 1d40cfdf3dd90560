import { z } from 'zod';
import type { DeskFailure } from '../../../contract/desk-failure.ts';
import { failure } from '../../platform/failure.ts';
import type { HttpAnswer } from '../../platform/http/transport.ts';
import { shorten } from './tenant-message.ts';

/** For messages: what was being done, and where. */
export interface ReadCall {
  readonly purpose: string;
  readonly tenantName: string;
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
 * wants a step-up sign-in first, or `refused-by-tenant` with what the tenant said.
 */
export function readEnvelope<Result extends z.ZodType>(
  answer: HttpAnswer,
  schema: Result,
  call: ReadCall,
): z.output<Result> {
  const envelope = envelopeSchema.safeParse(readJson(answer, call));
  if (!envelope.success) throw schemaMismatch(envelope.error, '', call);
  const { success, Result, Message, MessageID, ErrorID, ErrorCode } = envelope.data;
  if (success) {
    const result = schema.safeParse(Result);
    if (result.success) return result.data;
    throw schemaMismatch(result.error, 'Result', call);
  }
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
    throw failure(
      'challenge-required',
      `${call.tenantName} wants you to confirm who you are before it lets you ${call.purpose}. Sign in again, then repeat.`,
      { detail },
    );
  }
  throw failure(
    'refused-by-tenant',
    `${call.tenantName} refused to ${call.purpose}${said === undefined ? '. It gave no reason.' : `: ${said}`}`,
    detail === '' ? {} : { detail },
  );
}

/** Reads an analytics answer: JSON of the schema's shape, or nothing where the schema allows that. */
export function readBody<Response extends z.ZodType>(
  answer: HttpAnswer,
  schema: Response,
  call: ReadCall,
): z.output<Response> {
  const value = answer.body.byteLength === 0 ? undefined : readJson(answer, call);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // A success that says more than it had to is still the success that was asked for.
  const nothing = schema.safeParse(undefined);
  if (nothing.success) return nothing.data;
  throw schemaMismatch(parsed.error, '', call);
}

/** Throws `unexpected-response` when the body is not JSON, as when a proxy or a sign-in page answers. */
function readJson(answer: HttpAnswer, call: ReadCall): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body));
  } catch (error) {
    const type = answer.headers['content-type'] ?? 'no content type';
    throw failure(
      'unexpected-response',
      `Could not ${call.purpose}: ${call.tenantName} did not answer in JSON. Check its address, and whether a proxy stands in between.`,
      { detail: `HTTP ${answer.status}, ${type.slice(0, 100)}`, cause: error },
    );
  }
}

/** The failure of an answer that does not have the expected shape; names the first place that differs. */
function schemaMismatch(error: z.ZodError, root: string, call: ReadCall): DeskFailure {
  const issue = error.issues[0];
  const path = [root, ...(issue?.path ?? [])].filter((part) => part !== '').join('.');
  return failure(
    'schema-mismatch',
    `Could not ${call.purpose}: the answer of ${call.tenantName} is not of the expected shape${path === '' ? '' : ` at ${path}`}. Report this with its details.`,
    { detail: `${path === '' ? 'answer' : path}: ${issue?.message ?? 'unknown'}` },
  );
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value.trim() !== '') return shorten(value);
  return typeof value === 'number' ? String(value) : undefined;
}

function tagged(name: string, value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : `${name} ${text}`;
}
