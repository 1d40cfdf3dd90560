import { SvelteMap } from 'svelte/reactivity';
import type { Desk } from '../../contract/bridge/desk.ts';

/** Rows that are scrolled past disappear before this (ms) and are not requested. */
const pauseMs = 60;
const maxAtOnce = 100;
/** Beyond this number the oldest are dropped: main has them. */
const maxSavedResults = 3000;

/** The visible icons, requested from main together. A data URL; null for none; undefined while it is unknown. */
class ApplicationIcons {
  readonly #desk: Desk;
  readonly #images = new SvelteMap<string, string | null>();
  /** How many components wait for an icon, by tenant and URL. */
  readonly #wanted = new Map<string, { tenantId: string; address: string; by: number }>();
  #isAboutToAsk = false;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get(tenantId: string, address: string): string | null | undefined {
    return this.#images.get(keyOf(tenantId, address));
  }

  /** Requests an icon until the returned function is called. */
  want(tenantId: string, address: string): () => void {
    const key = keyOf(tenantId, address);
    if (this.#images.has(key)) return () => undefined;
    const wish = this.#wanted.get(key) ?? { tenantId, address, by: 0 };
    wish.by += 1;
    this.#wanted.set(key, wish);
    if (!this.#isAboutToAsk) {
      this.#isAboutToAsk = true;
      setTimeout(() => void this.#ask(), pauseMs);
    }
    return () => {
      wish.by -= 1;
      if (wish.by === 0) this.#wanted.delete(key);
    };
  }

  async #ask(): Promise<void> {
    this.#isAboutToAsk = false;
    const wishes = [...this.#wanted.values()];
    this.#wanted.clear();
    for (const [tenantId, ofTenant] of Map.groupBy(wishes, (wish) => wish.tenantId)) {
      for (let first = 0; first < ofTenant.length; first += maxAtOnce) {
        const icons = ofTenant.slice(first, first + maxAtOnce).map(({ address }) => address);
        await this.#read(tenantId, icons);
      }
    }
  }

  /** Without an answer the letter is shown: no error for the user, and the next view tries again. */
  async #read(tenantId: string, icons: string[]): Promise<void> {
    try {
      const images = await this.#desk.applications.icons({ tenantId, icons });
      for (const [address, image] of Object.entries(images))
        this.#images.set(keyOf(tenantId, address), image);
    } catch {
      return;
    }
    for (const key of this.#images.keys()) {
      if (this.#images.size <= maxSavedResults) break;
      this.#images.delete(key);
    }
  }
}

const keyOf = (tenantId: string, address: string): string => `${tenantId}\n${address}`;

const known = new WeakMap<Desk, ApplicationIcons>();

/** The icons of a window: one store for all of its views. */
export function iconsOf(desk: Desk): ApplicationIcons {
  const icons = known.get(desk) ?? new ApplicationIcons(desk);
  known.set(desk, icons);
  return icons;
}
