import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const folder = (): string => join(on.desk.folder, 'results');
const filesOf = (id: string): string[] => readdirSync(folder()).filter((name) => name.startsWith(id));

async function keep(tenantId: string): Promise<string> {
  const text = 'select ID, Name from Role';
  const { id } = await on.desk.call('results.start', { tenantId, place: 'editor', text });
  await expect
    .poll(async () => (await on.desk.call('results.at', { tenantId, place: 'editor' }))?.state)
    .toBe('complete');
  return id;
}

describe('the rows of a result on disk', () => {
  it('can be read only by their owner', async () => {
    const id = await keep(on.desk.tenantId);
    const paths = [folder(), ...filesOf(id).map((name) => join(folder(), name))];
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
  });

  it('are deleted with their tenant', async () => {
    const other = on.desk.addTenant('Other', on.tenant);
    const id = await keep(other);
    const mine = await keep(on.desk.tenantId);
    on.desk.removeTenant(other);
    on.desk.tick();
    await expect.poll(() => filesOf(id)).toEqual([]);
    expect(filesOf(mine)).not.toEqual([]);
    expect(await on.desk.call('results.at', { tenantId: other, place: 'editor' })).toBeUndefined();
  });

  it.each(['../desk', '..', '', 'x/../../desk', 'no-such-result'])(
    'are the only accessible files: %j has no file',
    async (id) => {
      await keep(on.desk.tenantId);
      await expect(on.desk.call('results.window', { id, first: 0, count: 1 })).rejects.toMatchObject({
        error: { code: 'not-found' },
      });
      expect(existsSync(join(on.desk.folder, 'desk.sqlite'))).toBe(true);
    },
  );

  it('contain names and values of a tenant verbatim, and are never executed', async () => {
    const malicious = [`c0); DROP TABLE part0; --`, `x' OR '1'='1`, '"', '?1'];
    on.network.setFaults(({ path }) =>
      path.includes('/redrock/query')
        ? {
            kind: 'answer',
            status: 200,
            body: JSON.stringify({
              success: true,
              Result: {
                FullCount: 1,
                Results: [{ Row: Object.fromEntries(malicious.map((name) => [name, name])) }],
              },
            }),
          }
        : { kind: 'pass' },
    );
    const id = await keep(on.desk.tenantId);
    const { rows } = await on.desk.call('results.window', {
      ...{ id, first: 0, count: 10 },
      view: {
        sort: { column: 0, descending: true },
        filters: malicious.map((text, column) => ({ column, comparison: 'contains' as const, text })),
      },
    });
    expect(rows).toEqual([malicious]);
  });
});
