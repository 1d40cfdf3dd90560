import type { SessionState } from '../../contract/tenants/session.ts';

/** The state of a session in the same words wherever it is shown. */
export const sessionLabels = {
  'signed-in': 'signed in',
  'signing-in': 'signing in',
  confirming: 'confirm account',
  'signed-out': 'signed out',
} as const satisfies Record<SessionState['state'], string>;
