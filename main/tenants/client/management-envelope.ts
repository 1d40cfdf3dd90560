import { z } from 'zod';
import { failure } from '../../platform/failure.ts';
import type { ReadCall } from './read-json.ts';
import { schemaMismatch } from './read-json.ts';
import { shorten } from './said-by.ts';

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
 * Takes the `Result` out of a management answer. Throws `schema-mismatch`, `challenge-required` when the tenant
 * wants a step-up sign-in first, or `refused-by-tenant` with what the tenant said.
 */
export function readEnvelope<Result extends z.ZodType>(
  value: unknown,
  schema: Result,
  call: ReadCall,
): z.output<Result> {
  const envelope = envelopeSchema.safeParse(value);
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

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value.trim() !== '') return shorten(value);
  return typeof value === 'number' ? String(value) : undefined;
}

function tagged(name: string, value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : `${name} ${text}`;
}
