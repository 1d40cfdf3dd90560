import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import type { SessionService } from './session-service.ts';

export function createSessionHandlers(sessions: SessionService): HandlersOf<'session'> {
  return {
    'session.list': () => sessions.list(),
    'session.status': ({ tenantId }) => sessions.statusWhenRestored(tenantId),
    'session.signIn': ({ tenantId }, { signal }) => sessions.signIn(tenantId, signal),
    'session.cancelSignIn': ({ tenantId }) => sessions.cancelSignIn(tenantId),
    'session.reopenSignIn': async ({ tenantId }) => {
      await sessions.reopenSignIn(tenantId);
      return undefined;
    },
    'session.confirmAccount': ({ tenantId, isRight }) => sessions.confirmAccount(tenantId, isRight),
    'session.signOut': ({ tenantId }) => sessions.signOut(tenantId),
  };
}
