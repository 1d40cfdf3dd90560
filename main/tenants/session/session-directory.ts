import type { SessionState } from '../../../contract/tenants/session.ts';

/** Read access to session states for other services. */
export interface SessionDirectory {
  /** Throws `not-found` for an unknown tenant. */
  status(tenantId: string): SessionState;
}

/** Display name of the signed-in user; empty if signed out. Throws `not-found`. */
export function signedInName(sessions: SessionDirectory, tenantId: string): string {
  const session = sessions.status(tenantId);
  if (session.state !== 'signed-in') return '';
  return session.user.name ?? session.user.email ?? session.user.subject;
}
