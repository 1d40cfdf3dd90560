import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callManagement, startTenant, type TenantAddress } from './tenant-process.ts';

/** Fifty by `TENANT_KILLS=50`; fewer in the ordinary run, which has other work. */
const KILLS = Number(process.env['TENANT_KILLS'] ?? 6);
const folder = mkdtempSync(join(tmpdir(), 'tenant-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Writer {
  /** Names that the tenant acknowledged, in order. */
  readonly acknowledged: readonly string[];
  readonly ended: Promise<void>;
}

/** Renames one application repeatedly until the tenant is gone; returns the number of acknowledged writes. */
function writeUntilGone(
  tenant: TenantAddress,
  id: string,
  round: number,
  onAcknowledged: (count: number) => void,
): Writer {
  const acknowledged: string[] = [];
  const loop = async (): Promise<void> => {
    for (let number = 0; ; number++) {
      const Name = `round ${round} write ${number}`;
      const { envelope } = await callManagement(tenant, '/SaasManage/UpdateApplicationDE', {
        _RowKey: id,
        Name,
      });
      if (envelope.success) acknowledged.push(Name);
      onAcknowledged(acknowledged.length);
    }
  };
  return { acknowledged, ended: loop().catch(() => undefined) };
}

describe('killing the tenant under load', () => {
  it(`loses no acknowledged write, ${KILLS} times`, { timeout: 20_000 * KILLS }, async () => {
    let id: string | undefined;
    let expected: Writer | undefined;
    for (let round = 0; round <= KILLS; round++) {
      const running = await startTenant({ args: ['--data', folder, '--tenants', '1', '--admin-token'] });
      const [tenant] = running.tenants;
      if (id === undefined) {
        const { envelope } = await callManagement(tenant, '/SaasManage/ImportAppFromTemplate', {
          ID: 'Generic SAML',
        });
        id = (envelope.Result as [{ _RowKey: string }])[0]._RowKey;
      }
      if (expected !== undefined) {
        const { envelope } = await callManagement(tenant, '/SaasManage/GetApplication', { _RowKey: id });
        const name = (envelope.Result as { Name: string }).Name;
        const last = expected.acknowledged.at(-1) ?? '';
        const number = (text: string): number => Number(/(\d+)$/.exec(text)?.[1]);
        // The active write at the kill may have been stored without a response.
        expect([number(last), number(last) + 1]).toContain(number(name));
        expect(name.startsWith(`round ${round - 1} `)).toBe(true);
      }
      const enough = Promise.withResolvers<undefined>();
      const target = 20 + round * 3;
      expected = writeUntilGone(tenant, id, round, (count) => {
        if (count >= target) enough.resolve(undefined);
      });
      await enough.promise;
      await running.kill();
      await expected.ended;
    }
  });
});
