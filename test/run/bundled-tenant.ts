import { buildStale } from '../../tools/build/build-stale.ts';
import { distFolder } from '../../tools/build/bundle.ts';
import { tenantBundle } from '../../tools/build/tenant-bundle.ts';

interface Reruns {
  /** Vitest's: before specs run again, because a file has changed. */
  onTestsRerun?(act: () => Promise<void>): void;
}

/**
 * Set-up of a test run: specs start the embedded tenant from its bundle, which takes two thirds of the processor time. Most
 * of a start is loading modules, and a run starts hundreds of tenants.
 */
export default async function useBundledTenant(run: Reruns): Promise<void> {
  const build = () => buildStale([tenantBundle], (line) => console.log(line));
  await build();
  run.onTestsRerun?.(build);
  process.env['TENANT_UNDER_TEST'] = `${distFolder}tenant/index.js`;
}
