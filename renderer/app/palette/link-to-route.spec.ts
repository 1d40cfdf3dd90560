import { expect, it } from 'vitest';
import { linkToRoute } from './link-to-route.ts';

const profile = { baseUrl: 'https://acme.example', name: 'Acme', isSandbox: false, id: 'acme' };

it('names the tenant by its URL, which is the same for everyone', () => {
  const route = { scope: 'tenant', tenantId: 'acme', view: 'roles', rest: ['list', 'r1'] } as const;
  expect(linkToRoute(route, [profile])).toBe(
    'tenant-desk://open/roles/list/r1?tenant=https%3A%2F%2Facme.example',
  );
  expect(linkToRoute({ ...route, tenantId: 'gone' }, [profile])).toBeUndefined();
  expect(linkToRoute({ scope: 'global', view: 'drafts', rest: [] }, [])).toBe('tenant-desk://open/drafts');
});
