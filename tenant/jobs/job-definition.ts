import type { RequestMembers } from '../requests/request-members.ts';
import type { Right } from '../requests/rights.ts';

/** Something that StartJob can start. */
export interface JobDefinition {
  /** Path without a leading `@`. */
  readonly path: `/lib/${string}.js`;
  readonly description: string;
  readonly origin: 'known' | 'ours';
  /** Rights of which the caller needs one; absent: everybody may. */
  readonly rights?: readonly Right[];
  /** Refuses wrong arguments before the job is accepted. Throws OperationFailure. Returns what is kept for the run. */
  readonly check: (members: RequestMembers) => Readonly<Record<string, unknown>>;
  /** Does the work; what it resolves to becomes the job's result. */
  readonly run: (args: Readonly<Record<string, unknown>>, requestedBy: string) => Promise<unknown>;
}
