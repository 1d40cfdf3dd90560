import type { RejectedBearer } from './bearer.ts';

/** Codes of rejected requests. The platform specification leaves error bodies open: these are ours. */
export type RejectionCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'unsupported_media_type'
  | 'too_large'
  | 'unauthorized'
  | 'insufficient_scope'
  | 'forbidden'
  | 'forbidden_origin'
  | 'misdirected_request'
  | 'request_timeout'
  | 'not_found'
  | 'conflict'
  | 'invalid_export_file'
  | 'signature_refused'
  | 'internal_error';

/** What is wrong with one member of a request. `field` is a path such as `url` or `ruleActions.0.name`. */
interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

/** A request rejected with a documented error; thrown before anything is written. */
export class RequestRejection extends Error {
  readonly status: number;
  readonly code: RejectionCode;
  readonly problems: readonly FieldProblem[];

  constructor(status: number, code: RejectionCode, message: string, problems: readonly FieldProblem[] = []) {
    super(message);
    this.name = 'RequestRejection';
    this.status = status;
    this.code = code;
    this.problems = problems;
  }
}

/**
 * The error body of the analytics and sandbox endpoints; its shape is ours (see docs/platform-coverage.md).
 */
export interface RejectionBody {
  readonly error: RejectionCode;
  readonly message: string;
  readonly problems: readonly FieldProblem[];
  readonly request_id: string;
}

/** The rejection for a missing, invalid or insufficient bearer token. Source: RFC 6750 section 3.1. */
export function rejectionOfBearer(state: RejectedBearer['state'], message: string): RequestRejection {
  if (state === 'out-of-scope') return new RequestRejection(403, 'insufficient_scope', message);
  if (state === 'no-right') return new RequestRejection(403, 'forbidden', message);
  return new RequestRejection(401, 'unauthorized', message);
}
