import type { SessionState } from '../../../contract/session.ts';

/** Who is signed in where, as other services read it. */
export interface SessionDirectory {
  /** Throws `not-found` for a tenant that has no profile. */
  status(tenantId: string): SessionState;
}
