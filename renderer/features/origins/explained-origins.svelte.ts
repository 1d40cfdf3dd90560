import { SvelteMap } from 'svelte/reactivity';
import type { Desk } from '../../../contract/bridge/desk.ts';
import type { ExplainedOrigin } from '../../../contract/origins/origins.ts';
import { originLimits } from '../../../contract/origins/origins.ts';

/** Explanations of origins from the main process, cached while the view is open. */
export class ExplainedOrigins {
  readonly #desk: Desk;
  readonly #known = new SvelteMap<string, ExplainedOrigin>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  of(text: string): ExplainedOrigin | undefined {
    return this.#known.get(text);
  }

  /** Explains each text, in order. Rejects if the main process can't be reached or a text is too long. */
  async explain(texts: readonly string[]): Promise<readonly ExplainedOrigin[]> {
    const missing = texts.filter((text) => !this.#known.has(text));
    for (let from = 0; from < missing.length; from += originLimits.texts) {
      const batch = missing.slice(from, from + originLimits.texts);
      const explained = await this.#desk.origins.explain({ texts: batch });
      for (const each of explained) this.#known.set(each.text, each);
    }
    return texts.flatMap((text) => this.#known.get(text) ?? []);
  }
}
