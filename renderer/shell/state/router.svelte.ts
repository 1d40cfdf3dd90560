/** Views that concern one tenant. The noun is also the folder under `renderer/features`. */
export const tenantViews = [
  'applications',
  'catalog',
  'roles',
  'origins',
  'query',
  'webhooks',
  'migration',
] as const;
/** Views that concern the installation as a whole. */
export const globalViews = ['tenants', 'drafts', 'history', 'settings'] as const;

export type TenantView = (typeof tenantViews)[number];
export type GlobalView = (typeof globalViews)[number];

export type Route =
  | {
      readonly scope: 'tenant';
      readonly tenantId: string;
      readonly view: TenantView;
      readonly rest: readonly string[];
    }
  | { readonly scope: 'global'; readonly view: GlobalView; readonly rest: readonly string[] };

const home: Route = { scope: 'global', view: 'tenants', rest: [] };

/** Reads an address such as `#/t/acme/webhooks/42`; anything unknown leads to the tenants. */
export function parseRoute(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeSegment);
  const [first, second, third, ...rest] = parts;
  if (first === 't' && second !== undefined) {
    const view = tenantViews.find((name) => name === third);
    return view === undefined
      ? { scope: 'tenant', tenantId: second, view: 'applications', rest: [] }
      : { scope: 'tenant', tenantId: second, view, rest };
  }
  const view = globalViews.find((name) => name === first);
  return view === undefined ? home : { scope: 'global', view, rest: parts.slice(1) };
}

/** A damaged escape in a hand-typed address stands for itself. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function tenantPath(tenantId: string, view: TenantView, ...rest: readonly string[]): string {
  return `#/${['t', tenantId, view, ...rest].map(encodeURIComponent).join('/')}`;
}

export function globalPath(view: GlobalView, ...rest: readonly string[]): string {
  return `#/${[view, ...rest].map(encodeURIComponent).join('/')}`;
}

/** Follows the address, so that Back works and a link can be copied. */
export class Router {
  readonly #window: Pick<Window, 'location' | 'addEventListener' | 'removeEventListener' | 'history'>;
  #route = $state.raw<Route>(home);

  constructor(target: Pick<Window, 'location' | 'addEventListener' | 'removeEventListener' | 'history'>) {
    this.#window = target;
    this.#route = parseRoute(target.location.hash);
  }

  get route(): Route {
    return this.#route;
  }

  /** Starts following the address; the answer stops it. */
  start(): () => void {
    const follow = () => {
      this.#route = parseRoute(this.#window.location.hash);
    };
    this.#window.addEventListener('hashchange', follow);
    return () => this.#window.removeEventListener('hashchange', follow);
  }

  go(path: string): void {
    this.#window.location.hash = path;
  }

  /** Changes the address without a step to go back to, for selections inside a list. */
  replace(path: string): void {
    this.#window.history.replaceState(null, '', path);
    this.#route = parseRoute(path);
  }
}
