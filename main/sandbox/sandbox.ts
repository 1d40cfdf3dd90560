import type { TargetSuccessors } from '../changes/record/target-successors.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createTestReceiverHandlers } from './test-receiver-handlers.ts';
import { createTestReceivers } from './test-receivers.ts';
import { createSandboxHandlers } from './handlers.ts';
import type { SandboxParts } from './sandbox-parts.ts';

/** Controls of embedded tenants, and the test receiver for their deliveries. */
export function createSandbox(
  { client, tenants, now, newId, randomBytes, stopped }: NounParts,
  { currentId, earlierIds }: Pick<TargetSuccessors, 'currentId' | 'earlierIds'>,
  hiderFor: SandboxParts['hiderFor'],
) {
  const testReceivers = createTestReceivers({
    ...{ now, newId, stopped },
    newToken: () => Buffer.from(randomBytes(16)).toString('hex'),
  });
  return {
    handlers: {
      ...createSandboxHandlers({ client, idsOf: earlierIds, currentId, hiderFor }),
      ...createTestReceiverHandlers({ testReceivers, tenants, hiderFor }),
    },
  };
}
