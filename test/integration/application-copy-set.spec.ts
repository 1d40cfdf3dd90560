import { describe, expect, it } from 'vitest';
import { applicationStateOf } from '../../contract/applications/applications.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const freshness = 'tenant-first';

async function anyApplication() {
  const { data } = await on.desk.call('applications.list', { tenantId: on.desk.tenantId, freshness });
  const [one] = data.filter(({ type }) => type === 'Web - SAML');
  if (one === undefined) throw new Error('The tenant has no SAML application.');
  return one;
}

/** The catalog of the other tenant is what only it is asked for. */
const isOfOther = ({ path }: { readonly path: string }) => path.endsWith('/GetTemplatesAndCategories');

describe('a copy for another tenant that is unreachable', () => {
  it('is created from cached data, says so, and can be applied there as a change set', async () => {
    const { call, tenantId, host } = on.desk;
    const intoTenantId = on.desk.addTenant('Other');
    const one = await anyApplication();
    on.network.setFaults((request) => (isOfOther(request) ? { kind: 'lose-request' } : { kind: 'pass' }));
    const copy = await call('applications.copyOf', { tenantId, id: one.id, intoTenantId });
    expect(copy.isChecked).toBe(false);
    expect(copy.notes).toContainEqual(expect.stringMatching(/^Couldn’t read Other\./));

    const key = { tenantId: intoTenantId, kind: 'application', targetId: 'new:copy-1' };
    await call('drafts.save', { ...key, state: copy.state, base: null, revision: null });
    const drafts = [{ kind: key.kind, targetId: key.targetId }];
    expect(await call('changeSets.saveDrafts', { tenantId: intoTenantId, drafts })).toMatchObject({
      count: 1,
    });
    await call('drafts.discard', key);
    const [saved] = host.saved;
    if (saved === undefined) throw new Error('No file was saved.');

    on.network.setFaults(() => ({ kind: 'pass' }));
    host.fileToOpen = saved;
    const opened = await call('changeSets.open', undefined);
    expect(opened).toMatchObject({ tenantId: intoTenantId, count: 1 });
    const request = { from: 'change-set' as const, fileId: opened?.fileId ?? '' };
    const { items } = await on.desk.applyPlan(
      await call('changes.plan', { tenantId: intoTenantId, request }),
    );
    expect(items).toMatchObject([{ state: 'verified', verb: 'create' }]);
    const { data } = await call('applications.get', {
      tenantId: intoTenantId,
      id: items[0]?.target.id ?? '',
      freshness,
    });
    const { data: first } = await call('applications.get', { tenantId, id: one.id, freshness });
    const [mine, theirs] = [applicationStateOf(data), applicationStateOf(first)];
    expect(mine.settings['Audience']).toBe(theirs.settings['Audience']);
    expect([mine.name, mine.script]).toEqual([theirs.name, theirs.script]);
  });

  it('is checked if the tenant is reachable, and is not created if the tenant rejects the check', async () => {
    const { call, tenantId } = on.desk;
    const intoTenantId = on.desk.addTenant('Other');
    const { id } = await anyApplication();
    expect(await call('applications.copyOf', { tenantId, id, intoTenantId })).toMatchObject({
      isChecked: true,
    });
    on.network.setFaults((request) =>
      isOfOther(request) ? { kind: 'answer', status: 403, body: '' } : { kind: 'pass' },
    );
    await expect(call('applications.copyOf', { tenantId, id, intoTenantId })).rejects.toMatchObject({
      error: { code: 'forbidden' },
    });
  });

  it('of the same tenant is not created while the tenant is unreachable', async () => {
    const { call, tenantId } = on.desk;
    const { id } = await anyApplication();
    on.network.setFaults((request) => (isOfOther(request) ? { kind: 'lose-request' } : { kind: 'pass' }));
    await expect(call('applications.copyOf', { tenantId, id, intoTenantId: tenantId })).rejects.toThrow();
  });
});
