import { z } from 'zod';
import type { Log } from '../platform/log/log.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';

/** Announces to the tenant that a test receiver replaces an application. */
export interface TestAnnouncement {
  /** Returns the tenant's ID of the test. Throws when the tenant can't be asked. */
  announce(request: AnnouncedTest, signal: AbortSignal): Promise<string>;
  /** Never rejects: the tenant removes the test automatically after a while. Does nothing for an empty ID. */
  withdraw(testId: string): Promise<void>;
}

/** The member names of the tenant's API. */
export interface AnnouncedTest {
  readonly application_id: string;
  readonly receiver: string;
  readonly request_id: string | null;
  readonly username: string;
}

const announcedSchema = z.looseObject({ id: z.string() });
const withdrawLimitMs = 5000;

export function createAnnouncement({
  client,
  log,
  tenantId,
  requestId,
}: {
  readonly client: Pick<TenantClient, 'sandbox'>;
  readonly log: Log;
  readonly tenantId: string;
  readonly requestId: string;
}): TestAnnouncement {
  const common = { tenantId, purpose: 'test a sign-in' };
  const path = '/sandbox/test-sign-ins';
  return {
    async announce(request, signal) {
      const { id } = await client.sandbox(
        { ...common, method: 'POST', path, json: request, response: announcedSchema },
        { signal, requestId },
      );
      return id;
    },
    async withdraw(testId) {
      if (testId === '') return;
      await client
        .sandbox(
          {
            ...common,
            method: 'DELETE',
            path: `${path}/${encodeURIComponent(testId)}`,
            response: z.undefined(),
          },
          { signal: AbortSignal.timeout(withdrawLimitMs), requestId },
        )
        .catch((error: unknown) => {
          log.write('info', 'test-sign-in.not-forgotten', { error });
        });
    },
  };
}
