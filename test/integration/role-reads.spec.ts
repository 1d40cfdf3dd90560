import { describe, expect, it } from 'vitest';
import { everybodyId } from '../../contract/roles/roles.ts';
import { createApplicationRoles } from '../../main/applications/application-roles.ts';
import type { TenantClient } from '../../main/tenants/client/tenant-client.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const response = (result: unknown) =>
  ({ kind: 'answer', status: 200, body: JSON.stringify({ success: true, Result: result }) }) as const;
const rejection = {
  kind: 'answer',
  status: 200,
  body: JSON.stringify({ success: false, Result: null, Message: 'There is no such script.' }),
} as const;
const query = (text: string) => on.tenant.manage('/redrock/query', { Script: text });

async function roleNamed(name: string): Promise<string> {
  const { data } = await on.desk.call('roles.list', read);
  const role = data.find((one) => one.name === name);
  if (role === undefined) throw new Error(`There is no role ${name}.`);
  return role.id;
}

describe('the applications of a role', () => {
  it('are those that the tenant assigns to it, with those that a rule granted', async () => {
    const { data } = await on.desk.call('roles.publications', { ...read, roleId: everybodyId });
    expect(new Set(data.map(({ isAutomatic }) => isAutomatic))).toEqual(new Set([true, false]));
    expect(on.network.requests).toHaveLength(1);
  });

  it('are read from a list as well as from rows, whatever else they contain', async () => {
    const rows = [
      { ID: 'a1', Name: 'Payroll', Automatic: 'True', Icon: null },
      { ID: 'a2', DisplayName: 'Travel' },
    ];
    const expected = [
      { id: 'a1', name: 'Payroll', isAutomatic: true },
      { id: 'a2', name: 'Travel', isAutomatic: false },
    ];
    for (const result of [rows, { Results: rows.map((Row) => ({ Entities: [], Row })) }]) {
      on.network.setFaults(() => response(result));
      const { data } = await on.desk.call('roles.publications', { ...read, roleId: 'r' });
      expect(data).toEqual(expected);
    }
  });

  it('are an error and not a short list if the tenant returns fewer than it counts', async () => {
    on.network.setFaults(() => response({ FullCount: 2, Results: [{ Row: { ID: 'a' } }] }));
    await expect(on.desk.call('roles.publications', { ...read, roleId: 'r' })).rejects.toMatchObject({
      error: { code: 'unexpected-response', message: expect.stringContaining('counts 2') },
    });
  });

  it('of a deleted role are reported as deleted', async () => {
    await expect(
      on.desk.call('roles.publications', { ...read, roleId: "no'such?role=&" }),
    ).rejects.toMatchObject({ error: { code: 'not-found', message: 'This role no longer exists.' } });
  });

  it('seen once can be read while the tenant is away, role by role', async () => {
    const before = await on.desk.call('roles.publications', { ...read, roleId: everybodyId });
    on.network.setFaults(() => ({ kind: 'answer', status: 503, body: '', contentType: 'text/plain' }));
    const offline = await on.desk.call('roles.publications', { ...read, roleId: everybodyId });
    expect(offline).toMatchObject({ data: before.data, fetchedAt: before.fetchedAt, source: 'cache' });
    await expect(on.desk.call('roles.publications', { ...read, roleId: 'other' })).rejects.toThrow();
  });
});

describe('the members of a role', () => {
  it('are the people who have it', async () => {
    const roleId = await roleNamed('System Administrator');
    const { data } = await on.desk.call('roles.members', { ...read, roleId });
    expect(data).toMatchObject({ isKnown: true, members: [{ displayName: 'Sandbox Administrator' }] });
  });

  it('of a role with quotes in its ID are requested unchanged', async () => {
    await on.desk.call('roles.members', { ...read, roleId: "o'brien\\" });
    const [request] = on.network.requests;
    expect(String(request?.body)).toContain("id:'o\\\\'brien");
  });

  it('are unknown if the tenant does not know the procedure, with its message', async () => {
    on.network.setFaults(() => rejection);
    const { data } = await on.desk.call('roles.members', { ...read, roleId: 'r' });
    expect(data).toMatchObject({
      isKnown: false,
      reason: expect.stringContaining('There is no such script.'),
    });
    expect((await on.desk.call('roles.memberCounts', read)).data).toMatchObject({ isKnown: false });
  });

  it('are counted for all roles in one request, Everybody among them', async () => {
    const { data } = await on.desk.call('roles.memberCounts', read);
    const users = (await query('Select ID from User')) as { FullCount: number };
    if (!data.isKnown) throw new Error('They are not known.');
    expect(data.counts[everybodyId]).toBe(users.FullCount);
    expect(data.counts['sysadmin']).toBe(1);
    expect(on.network.requests).toHaveLength(1);
  });

  it('are counted from their names if the count is missing, and not at all if both are missing', async () => {
    on.network.setFaults(({ path, body }) =>
      path.toLowerCase() === '/redrock/query' && String(body).includes('all_roles')
        ? response({
            Results: [
              { Row: { ID: 'a', Members: 'ada, grace' } },
              { Row: { ID: 'b', Members: '' } },
              { Row: { ID: 'c' } },
              { Row: { ID: 'd', MemberCount: '7' } },
            ],
          })
        : { kind: 'pass' },
    );
    const { data } = await on.desk.call('roles.memberCounts', read);
    expect(data).toMatchObject({ isKnown: true, counts: { a: 2, b: 0, d: 7 } });
    expect(data).not.toHaveProperty('counts.c');
    // Everybody was in none of the rows, and was counted separately.
    expect(data).toHaveProperty(`counts.${everybodyId}`, 50);
  });
});

describe('the roles of an application', () => {
  it('are found by asking each role, four at a time', async () => {
    const roles = Array.from({ length: 12 }, (_, index) => ({
      Row: { ID: `r${index}`, Name: `Role ${index}` },
    }));
    let active = 0;
    let maxActive = 0;
    // Implements the client's interface to count simultaneous requests.
    const unused = (): Promise<never> => Promise.reject(new Error('This is not part of this spec.'));
    const client: TenantClient = {
      async manage({ path, result }) {
        if (path === '/redrock/query') return result.parse({ FullCount: 12, Results: roles });
        active += 1;
        maxActive = Math.max(maxActive, active);
        await new Promise((resolve) => setImmediate(resolve));
        active -= 1;
        return result.parse(
          path.endsWith('=r3') || path.endsWith('=r7') ? [{ ID: 'app', Automatic: path.endsWith('7') }] : [],
        );
      },
      analytics: unused,
      analyticsBytes: unused,
      image: unused,
      preflight: unused,
      sandbox: unused,
    };
    const call = { signal: new AbortController().signal, requestId: 'spec' };
    const found = await createApplicationRoles(client, Date.now).rolesOf('acme', 'app', call);
    expect(found).toMatchObject([
      { id: 'r3', isAutomatic: false },
      { id: 'r7', isAutomatic: true },
    ]);
    expect(maxActive).toBe(4);
  });
});
