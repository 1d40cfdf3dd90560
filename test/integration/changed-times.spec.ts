import { expect, it } from 'vitest';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const freshness = 'tenant-first';

it('returns when applications were last changed, if their record is cached, without a request', async () => {
  const { call, tenantId } = on.desk;
  const { data: listed } = await call('applications.list', { tenantId, freshness });
  const [one, other] = listed;
  if (one === undefined || other === undefined) throw new Error('The tenant has too few applications.');
  expect(await call('applications.changedTimes', { tenantId })).toEqual({});

  const before = Date.now();
  await on.tenant.manage('/SaasManage/UpdateApplicationDE', { _RowKey: one.id, Description: 'Changed' });
  await call('applications.get', { tenantId, id: one.id, freshness });
  const requestCount = on.network.requests.length;
  const times = await call('applications.changedTimes', { tenantId });
  expect(Object.keys(times)).toEqual([one.id]);
  expect(times[one.id]).toBeGreaterThanOrEqual(before - 1000);
  expect(times[one.id]).toBeLessThanOrEqual(Date.now());
  expect(on.network.requests).toHaveLength(requestCount);
});
