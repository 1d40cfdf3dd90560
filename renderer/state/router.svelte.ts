import { urlOfParts } from '../../contract/links/place-url.ts';
import type { AddressedView, GlobalView, TenantView } from './view-ids.ts';

export type Route =
  | {
      readonly scope: 'tenant';
      readonly tenantId: string;
      readonly view: TenantView;
      readonly rest: readonly string[];
    }
  | { readonly scope: 'global'; readonly view: GlobalView; readonly rest: readonly string[] };

const start: Route = { scope: 'global', view: 'tenants', rest: [] };

/** Parses a URL such as `#/t/acme/webhooks/42`; anything unknown leads to the tenants. */
export function parseRoute(hash: string, views: readonly AddressedView[]): Route {
  const parts = hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeSegment);
  const [first, second, third, ...rest] = parts;
  if (first === 't' && second !== undefined) {
    const view = views.find(isCalled(third));
    return view?.scope === 'tenant'
      ? { scope: 'tenant', tenantId: second, view: view.id, rest }
      : { scope: 'tenant', tenantId: second, view: 'applications', rest: [] };
  }
  const view = views.find(isCalled(first));
  return view?.scope === 'global' ? { scope: 'global', view: view.id, rest: parts.slice(1) } : start;
}

/** By its current or former name, so that saved links keep working. */
function isCalled(segment: string | undefined): (view: AddressedView) => boolean {
  return ({ id, formerId }) => segment !== undefined && (id === segment || formerId === segment);
}

/** A malformed escape in a hand-typed URL is taken literally. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function tenantPath(tenantId: string, view: TenantView, ...rest: readonly string[]): string {
  return urlOfParts('t', tenantId, view, ...rest);
}

export function globalPath(view: GlobalView, ...rest: readonly string[]): string {
  return urlOfParts(view, ...rest);
}

type AddressedWindow = Pick<Window, 'location' | 'addEventListener' | 'removeEventListener' | 'history'>;

/** Follows the URL, so that Back works and links can be copied. */
export class Router {
  readonly #window: AddressedWindow;
  readonly #views: readonly AddressedView[];
  #route = $state.raw<Route>(start);
  /** The URL that the route was parsed from: the window may be ahead of it. */
  #hash: string;
  #arrivals = $state(0);
  #choices = $state(0);
  #changedAt = performance.now();
  /** Position among the history entries of this window, and the last position known. */
  #step = $state(0);
  #lastStep = $state(0);

  constructor(target: AddressedWindow, views: readonly AddressedView[]) {
    this.#window = target;
    this.#views = views;
    this.#hash = target.location.hash;
    this.#route = parseRoute(this.#hash, views);
    // A reloaded page continues where it was.
    this.#step = stepOf(target.history.state) ?? 0;
    this.#lastStep = this.#step;
  }

  get route(): Route {
    return this.#route;
  }

  /** Counts how often the user went somewhere. A selection within a list is none: the focus stays there. */
  get arrivals(): number {
    return this.#arrivals;
  }

  /** The URL has changed, and its event is still to come. */
  get isBehind(): boolean {
    return this.#window.location.hash !== this.#hash;
  }

  /** When the route last changed, ms of `performance.now()`. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** Starts following the URL; returns a function that stops it. */
  start(): () => void {
    const follow = () => {
      const step = stepOf(this.#window.history.state);
      if (step === undefined) this.#enter(this.#window.location.hash);
      else this.#step = step;
      this.#read();
      this.#arrivals += 1;
      this.#choices += 1;
    };
    this.#mark(this.#window.location.hash);
    this.#window.addEventListener('hashchange', follow);
    return () => this.#window.removeEventListener('hashchange', follow);
  }

  go(path: string): void {
    this.#window.location.hash = path;
  }

  /**
   * Changes the URL without a history entry, for selections inside a list. Does nothing once the user has
   * navigated elsewhere: the URL changes at the press, and its event, which changes the route, comes later.
   */
  replace(path: string): void {
    if (this.#window.location.hash !== this.#hash) return;
    this.#mark(path);
    this.#read();
  }

  /** Shows an item that was selected in a list: Back returns to what was shown before, and the focus stays. */
  open(path: string): void {
    if (this.isBehind || path === this.#hash) return;
    this.#window.history.pushState(null, '', path);
    this.#enter(path);
    this.#choices += 1;
    this.#read();
  }

  /** Counts what the user opened: all but automatic changes of the URL. */
  get choices(): number {
    return this.#choices;
  }

  get canGoBack(): boolean {
    return this.#step > 0;
  }

  get canGoForward(): boolean {
    return this.#step < this.#lastStep;
  }

  back(): void {
    if (this.canGoBack) this.#window.history.back();
  }

  forward(): void {
    if (this.canGoForward) this.#window.history.forward();
  }

  /** The current history entry is a new one, which ends those after it. */
  #enter(path: string): void {
    this.#step += 1;
    this.#lastStep = this.#step;
    this.#mark(path);
  }

  #mark(path: string): void {
    this.#window.history.replaceState({ step: this.#step }, '', path);
  }

  #read(): void {
    this.#hash = this.#window.location.hash;
    this.#route = parseRoute(this.#hash, this.#views);
    this.#changedAt = performance.now();
  }
}

/** The position that a history entry has stored. */
function stepOf(state: unknown): number | undefined {
  return typeof state === 'object' && state !== null && 'step' in state && typeof state.step === 'number'
    ? state.step
    : undefined;
}
