import { startOwnTenant } from '../../e2e/own-tenant.ts';
import { makeProfileFolder, startDesk } from '../../e2e/running-desk.ts';
import type { RunningDesk } from '../../e2e/running-desk.ts';

/** The product on a profile that has read a tenant's applications before, and is not signed in: all it shows is its own. */
export interface PreparedDesk {
  readonly running: RunningDesk;
  stop(): Promise<void>;
}

export async function prepareDesk(applications: number): Promise<PreparedDesk> {
  const own = await startOwnTenant({ applications });
  const profile = makeProfileFolder();
  {
    await using reader = own.colleague({ folder: profile.path, isSandbox: false });
    const { data } = await reader.call('applications.list', { tenantId: reader.tenantId });
    if (data.length !== applications) throw new Error(`The tenant has ${data.length} applications.`);
  }
  await own.stop();
  const running = await startDesk(profile.path);
  return {
    running,
    async stop() {
      await running.stop();
      profile.remove();
    },
  };
}
