import { describe, expect, it } from 'vitest';
import { views } from '../frame/views.ts';
import { globalPath, parseRoute, tenantPath } from './router.svelte.ts';

const read = (hash: string) => parseRoute(hash, views);

describe('addresses', () => {
  it('survive identifiers with slashes, blanks and letters from anywhere', () => {
    const path = tenantPath('acme', 'webhooks', 'a/b c%ü', 'template');
    expect(read(path)).toEqual({
      scope: 'tenant',
      tenantId: 'acme',
      view: 'webhooks',
      rest: ['a/b c%ü', 'template'],
    });
  });

  it('lead to the tenants when they name nothing that exists', () => {
    for (const hash of ['', '#', '#/', '#/nowhere/1', '#token=abc'])
      expect(read(hash)).toEqual({ scope: 'global', view: 'tenants', rest: [] });
  });

  it('lead to the applications of a tenant when the view is unknown', () => {
    expect(read('#/t/acme/gone')).toEqual({
      scope: 'tenant',
      tenantId: 'acme',
      view: 'applications',
      rest: [],
    });
  });

  it('go on leading to a view that was renamed', () => {
    expect(read('#/t/acme/query/editor')).toEqual({
      scope: 'tenant',
      tenantId: 'acme',
      view: 'queries',
      rest: ['editor'],
    });
  });

  it('keep views of one tenant and of the installation apart', () => {
    expect(read('#/t/acme/history')).toMatchObject({ view: 'applications' });
    expect(read('#/webhooks')).toMatchObject({ view: 'tenants' });
  });

  it('take a damaged escape as it stands', () => {
    expect(read('#/t/acme/webhooks/%zz')).toMatchObject({ rest: ['%zz'] });
  });

  it('carry what follows a view of the installation', () => {
    expect(read(globalPath('history', '42'))).toEqual({
      scope: 'global',
      view: 'history',
      rest: ['42'],
    });
  });
});
