import type { RequestMembers } from '../requests/request-members.ts';
import type { Right } from '../requests/rights.ts';

/** A job that StartJob can start. */
export interface JobDefinition {
  /** Path without a leading `@`. */
  readonly path: `/lib/${string}.js`;
  readonly description: string;
  readonly origin: 'known' | 'ours';
  /** Rights of which the caller needs one; absent: everyone is allowed. */
  readonly rights?: readonly Right[];
  /**
   * Rejects invalid arguments before the job is accepted. Throws OperationFailure. Returns what is stored for
   * the run.
   */
  readonly check: (members: RequestMembers) => Readonly<Record<string, unknown>>;
  /** Does the work; the resolved value becomes the job's result. */
  readonly run: (args: Readonly<Record<string, unknown>>, requestedBy: string) => Promise<unknown>;
}
