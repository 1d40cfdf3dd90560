import { describe, expect, it } from 'vitest';
import { views } from '../app/views/views.ts';
import { globalPath, parseRoute, Router, tenantPath } from './router.svelte.ts';

const read = (hash: string) => parseRoute(hash, views);

describe('addresses', () => {
  it('survive IDs with slashes, spaces and letters of any script', () => {
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

  it('still lead to a view that was renamed', () => {
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

  it('take a malformed escape literally', () => {
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

/** A window like a browser's: the URL changes at once, its event comes later. */
function aWindow(hash: string) {
  const events = new EventTarget();
  const location = { hash } as Location;
  return {
    location,
    history: {
      replaceState: (_state: unknown, _unused: string, path: string) => void (location.hash = path),
    } as History,
    addEventListener: events.addEventListener.bind(events) as Window['addEventListener'],
    removeEventListener: events.removeEventListener.bind(events) as Window['removeEventListener'],
    arrive: () => void events.dispatchEvent(new Event('hashchange')),
  };
}

describe('a router', () => {
  it('selects within a list without a history entry', () => {
    const window = aWindow(tenantPath('acme', 'applications'));
    const router = new Router(window, views);
    router.start();
    router.replace(tenantPath('acme', 'applications', '1'));
    router.replace(tenantPath('acme', 'applications', '2'));
    expect(router.route.rest).toEqual(['2']);
    expect(window.location.hash).toBe('#/t/acme/applications/2');
    expect(router.arrivals).toBe(0);
  });

  it('lets no automatic navigation of a view return a user who has just left it', () => {
    const window = aWindow(tenantPath('acme', 'applications'));
    const router = new Router(window, views);
    router.start();
    window.location.hash = tenantPath('acme', 'roles');
    router.replace(tenantPath('acme', 'applications', 'first of the list'));
    window.arrive();
    expect(router.route).toMatchObject({ view: 'roles', rest: [] });
    router.replace(tenantPath('acme', 'roles', 'admins'));
    expect(router.route).toMatchObject({ view: 'roles', rest: ['admins'] });
  });
});
