import type { ApplicationSummary } from '../../../contract/applications/application-summary.ts';

/** The application that is open beside the list, as the list knows it. */
export type ShownApplication = {
  readonly tenantId: string;
  readonly applicationId: string;
  /** Of the tenant, as far as they are known. */
  readonly applications: readonly ApplicationSummary[];
  /** How many roles have it; undefined while that is not known. */
  readonly roleCount: number | undefined;
  /** Whether somebody is changing who may use it. */
  readonly hasRoleDraft: boolean;
  /** As the list has it, shown until the application itself is read. */
  readonly name: string | undefined;
  /** The tenant was asked for its list, and this one is not in it. */
  readonly isMissing: boolean;
  readonly tab: string;
  /** Of the script, from 1: where to go in it. */
  readonly line: number | undefined;
  /** Leads back to the list, where the tab has the room of it; undefined where the list is in sight or leads back by itself. */
  readonly onlist: (() => void) | undefined;
  /** It was deleted from here. */
  readonly ondeleted: () => void;
};
