import { describe, expect, it } from 'vitest';
import { globalPath, parseRoute, tenantPath } from './router.svelte.ts';

describe('addresses', () => {
  it('survive identifiers with slashes, blanks and letters from anywhere', () => {
    const path = tenantPath('acme', 'webhooks', 'a/b c%ü', 'template');
    expect(parseRoute(path)).toEqual({
      scope: 'tenant',
      tenantId: 'acme',
      view: 'webhooks',
      rest: ['a/b c%ü', 'template'],
    });
  });

  it('lead to the tenants when they name nothing that exists', () => {
    for (const hash of ['', '#', '#/', '#/nowhere/1', '#token=abc'])
      expect(parseRoute(hash)).toEqual({ scope: 'global', view: 'tenants', rest: [] });
  });

  it('lead to the applications of a tenant when the view is unknown', () => {
    expect(parseRoute('#/t/acme/gone')).toEqual({
      scope: 'tenant',
      tenantId: 'acme',
      view: 'applications',
      rest: [],
    });
  });

  it('take a damaged escape as it stands', () => {
    expect(parseRoute('#/t/acme/webhooks/%zz')).toMatchObject({ rest: ['%zz'] });
  });

  it('carry what follows a view of the installation', () => {
    expect(parseRoute(globalPath('history', '42'))).toEqual({
      scope: 'global',
      view: 'history',
      rest: ['42'],
    });
  });
});
