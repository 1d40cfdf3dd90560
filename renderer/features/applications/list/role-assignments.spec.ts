import { expect, it } from 'vitest';
import { fakeDesk } from '../../../../test/fakes/desk.ts';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { Role } from '../../../../contract/roles/roles.ts';
import { RoleData } from '../../../tenant/role-data.svelte.ts';
import { RoleAssignments } from './role-assignments.svelte.ts';

const role = (id: string): Role => ({
  id,
  name: `Role ${id}`,
  description: '',
  type: 'PrincipalList',
  isReadOnly: false,
});
const snapshot = <Data>(data: Data) => ({ data, fetchedAt: 0, source: 'tenant' as const });

function deskWith(grants: Readonly<Record<string, readonly string[] | undefined>>): Desk {
  const { desk } = fakeDesk({
    'roles.list': async () => snapshot(Object.keys(grants).map(role)),
    'roles.publications': async ({ roleId }) => {
      const ids = grants[roleId];
      if (ids === undefined) throw new Error('Gone.');
      return snapshot(ids.map((id) => ({ id, name: id, isAutomatic: false })));
    },
  });
  return desk;
}

it('knows the roles of an application once all roles are loaded', async () => {
  const roles = new RoleAssignments(deskWith({ a: ['x', 'y'], b: ['x'], c: [] }), 'acme');
  expect(roles.published).toBeUndefined();
  roles.read();
  await expect.poll(() => roles.published?.rolesOf('x')).toEqual(['a', 'b']);
  expect(roles.published?.rolesOf('z')).toEqual([]);
  expect(roles.published?.nameOf('a')).toBe('Role a');
});

it('is unknown, not incomplete, if one role can’t be loaded', async () => {
  const data = new RoleData(deskWith({ a: ['x'], b: undefined }), 'acme');
  expect(await data.loadCached([{ id: 'a' }])).toBe(true);
  expect(await data.loadCached([{ id: 'a' }, { id: 'b' }])).toBe(false);
  const canceled = data.loadCached([{ id: 'a' }]);
  data.stop();
  expect(await canceled).toBe(false);
});
