import { describe, expect, it } from 'vitest';
import { anApplication } from '../builders/an-application.ts';
import { create } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { Fault, ProxiedRequest } from '../fakes/fault-proxy.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const isUpdate = ({ path }: ProxiedRequest): boolean => path === '/SaasManage/UpdateApplicationDE';
const pass: Fault = { kind: 'pass' };

async function financeId(): Promise<string> {
  const { data } = await on.colleague.call('roles.list', read);
  return data.find(({ name }) => name === 'Finance')?.id ?? '';
}

async function found(name: string) {
  const { data } = await on.colleague.call('applications.list', read);
  const id = data.find((application) => application.name === name)?.id ?? '';
  const detail = await on.colleague.call('applications.get', { ...read, id });
  const published = await on.colleague.call('roles.publications', { ...read, roleId: await financeId() });
  return { ...detail.data, isPublished: published.data.some((application) => application.id === id) };
}

describe('an application that is added with roles', () => {
  it('is set up and published in one request', async () => {
    const roles = [await financeId()];
    const wanted = anApplication({ name: 'In one', description: 'With its role', roles });
    const { items } = await on.desk.apply(create('application', wanted));
    expect(items.map(({ state }) => state)).toEqual(['verified']);
    expect(await found('In one')).toMatchObject({ description: 'With its role', isPublished: true });
    expect(on.network.requests.filter(isUpdate)).toHaveLength(1);
  });

  it('has its settings if the tenant rejects a role, and reports the missing role', async () => {
    const roles = [await financeId()];
    const no = {
      kind: 'answer',
      status: 200,
      body: '{"success":false,"Message":"There is no role with this ID."}',
    } as const;
    on.network.setFaults((request) =>
      isUpdate(request) && request.body.includes('"Publish":[{') ? no : pass,
    );
    const wanted = anApplication({ name: 'Without it', description: 'Set up all the same', roles });
    const { items } = await on.desk.apply(create('application', wanted));
    expect(items[0]).toMatchObject({ state: 'incomplete' });
    expect(await found('Without it')).toMatchObject({
      description: 'Set up all the same',
      isPublished: false,
    });
  });

  it('is set up and assigned once if the response is lost', async () => {
    const roles = [await financeId()];
    let lost = 0;
    on.network.setFaults((request) => {
      if (!isUpdate(request) || lost > 0) return pass;
      lost += 1;
      return { kind: 'lose-answer' };
    });
    const wanted = anApplication({ name: 'Not heard', description: 'But done', roles });
    const { items } = await on.desk.apply(create('application', wanted));
    expect(items.map(({ state }) => state)).toEqual(['verified']);
    expect(await found('Not heard')).toMatchObject({ description: 'But done', isPublished: true });
    expect(on.network.requests.filter(isUpdate)).toHaveLength(1);
  });
});
