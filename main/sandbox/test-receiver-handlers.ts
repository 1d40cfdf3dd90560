import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { TestReceiver } from '../../contract/sandbox/test-receiver.ts';
import { failure } from '../platform/errors/failure.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import type { TestReceivers } from './test-receivers.ts';
import type { HideRequest } from './delivery-attempt.ts';
import { shownHeader } from './delivery-attempt.ts';

export interface TestReceiverHandlerParts {
  readonly testReceivers: TestReceivers;
  readonly tenants: Pick<TenantDirectory, 'get'>;
  /** Returns a function that replaces credentials by placeholders. */
  readonly hiderFor: (tenantId: string) => Promise<HideRequest>;
}

export function createTestReceiverHandlers(parts: TestReceiverHandlerParts): HandlersOf<'catcher'> {
  const { testReceivers, tenants, hiderFor } = parts;

  function demandSandbox(tenantId: string): void {
    const { isSandbox, name } = tenants.get(tenantId);
    if (!isSandbox) {
      throw failure('not-found', `${name} isn’t a sandbox tenant and can’t reach this computer.`);
    }
  }

  async function withoutCredentials(tenantId: string, receiver: TestReceiver): Promise<TestReceiver> {
    const hide = await hiderFor(tenantId);
    return {
      ...receiver,
      caught: receiver.caught.map((request) => ({
        ...request,
        headers: request.headers.map(({ name, value }) => ({ name, value: shownHeader(name, value, hide) })),
      })),
    };
  }

  return {
    'catcher.get': ({ tenantId }) => withoutCredentials(tenantId, testReceivers.get(tenantId)),
    'catcher.open': async ({ tenantId }) => {
      demandSandbox(tenantId);
      try {
        return await withoutCredentials(tenantId, await testReceivers.open(tenantId));
      } catch (error) {
        throw failure(
          'internal',
          'Couldn’t start the test receiver: no local port could be opened. Check your firewall and try again.',
          { detail: error instanceof Error ? error.message : String(error), cause: error },
        );
      }
    },
    'catcher.answerWith': async ({ tenantId, response }) =>
      void testReceivers.respondWith(tenantId, response),
    'catcher.close': async ({ tenantId }) => void testReceivers.close(tenantId),
  };
}
