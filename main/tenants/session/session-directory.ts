import type { SessionState } from '../../../contract/tenants/session.ts';

/** Who is signed in where, as other services read it. */
export interface SessionDirectory {
  /** Throws `not-found` for a tenant that has no profile. */
  status(tenantId: string): SessionState;
}

/** What to call the person who is signed in; empty where nobody is. Throws `not-found`. */
export function signedInName(sessions: SessionDirectory, tenantId: string): string {
  const session = sessions.status(tenantId);
  if (session.state !== 'signed-in') return '';
  return session.user.name ?? session.user.email ?? session.user.subject;
}
