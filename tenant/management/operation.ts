import type { AccessTokenClaims } from '../tenant-context.ts';
import type { RequestMembers } from './request-members.ts';

/** Who calls, and what they sent. */
export interface OperationCall {
  readonly members: RequestMembers;
  readonly caller: AccessTokenClaims;
  /** Number, from 1, of the item of a batch that an injected fault makes fail; null otherwise. */
  readonly failingItem: number | null;
}

/** Rights by the paths of their definitions (compatibility: "rows Description, Path"). Which operation needs which is ours. */
export type Right = '/lib/rights/appman.json' | '/lib/rights/tenantman.json';

/**
 * One management operation: its path as the specification spells it, and what it does. The returned value is
 * the Result of the envelope. It throws OperationFailure for what the caller did wrong.
 */
export interface Operation {
  readonly path: `/${string}`;
  /** The administrative right that the caller's roles must have; absent: every signed-in caller may. */
  readonly right?: Right;
  readonly run: (call: OperationCall) => unknown;
}
