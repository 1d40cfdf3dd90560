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
  const entries: { state: unknown; hash: string }[] = [{ state: null, hash }];
  let at = 0;
  const entry = () => entries[at] ?? { state: null, hash };
  const push = (state: unknown, path: string) => {
    entries.splice((at += 1), entries.length, { state, hash: path });
  };
  const travel = (by: number) => {
    at += by;
    events.dispatchEvent(new Event('hashchange'));
  };
  const location = {
    get hash() {
      return entry().hash;
    },
    set hash(next) {
      push(null, next);
    },
  } as Location;
  return {
    location,
    history: {
      get state(): unknown {
        return entry().state;
      },
      replaceState: (state: unknown, _unused: string, path: string) =>
        void Object.assign(entry(), { state, hash: path }),
      pushState: (state: unknown, _unused: string, path: string) => push(state, path),
      back: () => travel(-1),
      forward: () => travel(1),
    } as History,
    addEventListener: events.addEventListener.bind(events) as Window['addEventListener'],
    removeEventListener: events.removeEventListener.bind(events) as Window['removeEventListener'],
    arrive: () => void events.dispatchEvent(new Event('hashchange')),
  };
}

describe('a router', () => {
  it('goes back and forward through views and items, and knows when it can', () => {
    const window = aWindow(tenantPath('acme', 'applications'));
    const router = new Router(window, views);
    router.start();
    expect([router.canGoBack, router.canGoForward]).toEqual([false, false]);
    // Automatic: no step.
    router.replace(tenantPath('acme', 'applications', '1'));
    router.open(tenantPath('acme', 'applications', '2'));
    expect(router.arrivals).toBe(0);
    router.go(tenantPath('acme', 'roles'));
    window.arrive();
    expect([router.canGoBack, router.canGoForward]).toEqual([true, false]);
    router.back();
    expect(router.route).toMatchObject({ view: 'applications', rest: ['2'] });
    router.back();
    expect(router.route.rest).toEqual(['1']);
    expect([router.canGoBack, router.canGoForward]).toEqual([false, true]);
    router.back();
    expect(router.route.rest).toEqual(['1']);
    router.forward();
    expect(router.route.rest).toEqual(['2']);
    // A new step ends what was ahead.
    router.open(tenantPath('acme', 'applications', '3'));
    expect([router.canGoBack, router.canGoForward]).toEqual([true, false]);
    const reloaded = new Router(window, views);
    reloaded.start();
    expect(reloaded.canGoBack).toBe(true);
  });

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
