import type { AccessTokenClaims } from '../context/tenant-context.ts';
import type { RequestMembers } from '../requests/request-members.ts';
import type { Right } from '../requests/rights.ts';

/** The caller and the request. */
export interface OperationCall {
  readonly members: RequestMembers;
  readonly caller: AccessTokenClaims;
  /** Whether the caller's roles have a right, for operations that need it only sometimes. */
  readonly hasRight: (right: Right) => boolean;
  /** 1-based number of the batch item that an injected fault makes fail; null otherwise. */
  readonly failingItem: number | null;
}

/**
 * One management operation: its path as in the specification, and its handler. The returned value is the
 * Result of the envelope. Throws OperationFailure for errors of the caller.
 */
export interface Operation {
  readonly path: `/${string}`;
  /** Admin rights of which the caller's roles need one; absent: every signed-in caller is allowed. */
  readonly rights?: readonly Right[];
  /** It requires no request members, so `null` is as good as no body. */
  readonly membersOptional?: true;
  readonly run: (call: OperationCall) => unknown;
}
