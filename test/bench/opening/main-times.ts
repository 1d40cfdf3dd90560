import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openAt } from '../../../main/platform/host/open-at.ts';
import { exportFileSchema } from '../../../main/webhooks/files/export-file.ts';
import { startDesk } from '../../integration/desk-on-tenant.ts';
import { startTenant } from '../../integration/tenant-process.ts';

const rounds = 15;

setFlagsFromString('--expose_gc');
const sweep = runInNewContext('gc') as () => void;

export interface MainTimes {
  /**
   * Milliseconds from a path to the window's event about the file, as under Electron: no browser transfers
   * its bytes.
   */
  readonly openedMs: readonly number[];
  /** Milliseconds to only read the same bytes, which are in memory. */
  readonly bareMs: readonly number[];
}

export async function measureMain(path: string, bytes: Uint8Array): Promise<MainTimes> {
  const tenant = await startTenant({
    args: ['--tenants', '1', '--apps', '3', '--events', '0', '--admin-token'],
  });
  try {
    const [target] = tenant.tenants;
    await using desk = startDesk({ baseUrl: target.baseUrl, accessToken: target.accessToken ?? '' });
    Object.assign(desk.host, { openFile: ({ maxBytes }: { maxBytes: number }) => openAt(path, maxBytes) });
    const openedMs: number[] = [];
    const bareMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Neither pays for the other's garbage.
      sweep();
      bareMs.push(parseBare(bytes));
      sweep();
      const from = performance.now();
      await desk.call('migration.openFile', undefined);
      openedMs.push(performance.now() - from);
    }
    return { openedMs, bareMs };
  } finally {
    await tenant.stop();
  }
}

/** Milliseconds to only read a file that is in memory. */
export function parseBare(bytes: Uint8Array): number {
  const from = performance.now();
  exportFileSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  return performance.now() - from;
}
