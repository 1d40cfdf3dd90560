import type { HandlersOf } from '../../contract/methods.ts';
import type { TestSignIns } from './test-sign-ins.ts';

export function createTestSignInHandlers(tests: TestSignIns): HandlersOf<'testSignIns'> {
  return {
    'testSignIns.people': ({ tenantId }, call) => tests.people(tenantId, call),
    'testSignIns.list': async ({ tenantId, applicationId }) => tests.list(tenantId, applicationId),
    'testSignIns.start': (wanted, call) => tests.start(wanted, call),
    'testSignIns.reopen': async ({ tenantId, id }) => void (await tests.reopen(tenantId, id)),
    'testSignIns.cancel': async ({ tenantId, id }) => tests.cancel(tenantId, id),
  };
}
