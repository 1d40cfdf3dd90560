import type { TargetSuccessors } from '../changes/record/target-successors.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createCatcherHandlers } from './catcher-handlers.ts';
import { createCatchers } from './catcher.ts';
import { createSandboxHandlers } from './handlers.ts';
import type { SandboxParts } from './sandbox-parts.ts';

/** Controls of embedded tenants, and the test receiver for their deliveries. */
export function createSandbox(
  { client, tenants, now, newId, randomBytes, stopped }: NounParts,
  { currentId, earlierIds }: Pick<TargetSuccessors, 'currentId' | 'earlierIds'>,
  hiderFor: SandboxParts['hiderFor'],
) {
  const catchers = createCatchers({
    ...{ now, newId, stopped },
    newToken: () => Buffer.from(randomBytes(16)).toString('hex'),
  });
  return {
    handlers: {
      ...createSandboxHandlers({ client, idsOf: earlierIds, currentId, hiderFor }),
      ...createCatcherHandlers({ catchers, tenants, hiderFor }),
    },
  };
}
