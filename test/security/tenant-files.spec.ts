import { chmodSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../integration/desk-foundation.ts';
import { callManagement, startTenant } from '../integration/tenant-process.ts';

let folder: string;
let umask: number;
beforeEach(() => {
  folder = makeTemporaryFolder();
  // Inherited by the tenant: the least that a system can do to keep files from others.
  umask = process.umask(0);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

const start = () =>
  startTenant({
    args: ['--data', folder, '--tenants', '1', '--apps', '2', '--events', '20', '--admin-token'],
  });

/** Relative paths in the folder to which anyone except the owner has access. */
function openToOthers(): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0,
  );
}

describe.skipIf(process.platform === 'win32')('the files of an embedded tenant', () => {
  it('are accessible only to their owner, whatever the umask, during and after a run', async () => {
    const running = await start();
    const [tenant] = running.tenants;
    const Args = { SelectQuery: 'SELECT * FROM Role', To: 'someone@acme.example' };
    const mailed = await callManagement(tenant, '/redrock/query', { Script: '@/lib/email_report.js', Args });
    expect(mailed.envelope.success).toBe(true);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const suffix of ['', '-wal', '-shm']) expect(names).toContain(`sandbox-staging/tenant.db${suffix}`);
    expect(names.some((name) => name.endsWith('.eml'))).toBe(true);
    expect(openToOthers()).toEqual([]);
    await running.stop();
    expect(openToOthers()).toEqual([]);
  });

  it('are closed to others if an earlier version left them open', async () => {
    await (await start()).stop();
    const own = join(folder, 'sandbox-staging');
    chmodSync(own, 0o755);
    for (const name of readdirSync(own)) chmodSync(join(own, name), 0o644);
    writeFileSync(join(own, 'tenant.db-wal'), '', { mode: 0o644 });
    const again = await start();
    expect(openToOthers()).toEqual([]);
    await again.stop();
  });
});
