import type { FastifyReply } from 'fastify';
import { formatExact } from '../../languages/json/format-exact.ts';

/**
 * A failed management operation with a reason for the caller. It becomes an envelope with `success: false`.
 */
export class OperationFailure extends Error {
  readonly errorId: string;
  readonly result: unknown;

  /** `errorId` is a stable code for programs, `message` is for users. */
  constructor(errorId: string, message: string, result: unknown = null) {
    super(message);
    this.errorId = errorId;
    this.result = result;
  }
}

const TAIL =
  ',"Message":null,"MessageID":null,"Exception":null,"ErrorID":null,"ErrorCode":null,"InnerExceptions":null}';

/**
 * The envelope of a success around a Result that is already JSON text. Source: platform specification,
 * "Management API response envelope".
 */
export function successEnvelope(resultJson: string): string {
  return `{"success":true,"Result":${resultJson}${TAIL}`;
}

/** The envelope of a failure. The form of MessageID is ours: `_I18N_` and the error's ID. */
export function failureEnvelope(failure: {
  readonly errorId: string;
  readonly message: string;
  readonly result?: unknown;
}): string {
  return formatExact({
    success: false,
    Result: failure.result ?? null,
    Message: failure.message,
    MessageID: `_I18N_${failure.errorId}`,
    Exception: null,
    ErrorID: failure.errorId,
    ErrorCode: null,
    InnerExceptions: null,
  });
}

/** Sends an envelope with its `Content-Length`, which some clients need to read the body at all (compatibility: "envelope"). */
export function sendEnvelope(reply: FastifyReply, json: string | Buffer, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-length', typeof json === 'string' ? Buffer.byteLength(json) : json.length)
    .send(json);
}
