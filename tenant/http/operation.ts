import type { AccessTokenClaims } from '../context/tenant-context.ts';
import type { RequestMembers } from '../requests/request-members.ts';
import type { Right } from '../requests/rights.ts';

/** Who calls, and what they sent. */
export interface OperationCall {
  readonly members: RequestMembers;
  readonly caller: AccessTokenClaims;
  /** Whether the caller's roles have a right, for operations that need it only sometimes. */
  readonly hasRight: (right: Right) => boolean;
  /** Number, from 1, of the item of a batch that an injected fault makes fail; null otherwise. */
  readonly failingItem: number | null;
}

/**
 * One management operation: its path as the specification spells it, and what it does. The returned value is
 * the Result of the envelope. It throws OperationFailure for what the caller did wrong.
 */
export interface Operation {
  readonly path: `/${string}`;
  /** Administrative rights of which the caller's roles must have one; absent: every signed-in caller may. */
  readonly rights?: readonly Right[];
  /** It needs no member of a request, so that `null` is as good as no body. */
  readonly membersOptional?: true;
  readonly run: (call: OperationCall) => unknown;
}
