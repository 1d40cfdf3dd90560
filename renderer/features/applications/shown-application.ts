import type { PendingAssignment } from '../../../contract/roles/roles.ts';
import type { ApplicationSummary } from '../../../contract/applications/application-summary.ts';

/** The application open beside the list. */
export type ShownApplication = {
  readonly tenantId: string;
  readonly applicationId: string;
  /** Loaded applications of the tenant. */
  readonly applications: readonly ApplicationSummary[];
  /** Number of assigned roles; undefined while loading. */
  readonly roleCount: number | undefined;
  /** Its pending assignment changes. */
  readonly roleChanges: readonly PendingAssignment[];
  /** Name in the list, shown until the application is loaded. */
  readonly name: string | undefined;
  /** The current list of the tenant doesn't contain it. */
  readonly isMissing: boolean;
  readonly tab: string;
  /** Line of the script to open, from 1. */
  readonly line: number | undefined;
  /** Shows the list if the tab covers it; undefined if the list is visible or has its own back button. */
  readonly onlist: (() => void) | undefined;
  /** Called after it was deleted from here. */
  readonly ondeleted: () => void;
};
