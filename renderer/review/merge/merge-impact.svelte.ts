import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../contract/bridge/desk.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { MethodOutput } from '../../../contract/bridge/methods.ts';
import type { Choices } from './conflict-choices.svelte.ts';

export type Tried = MethodOutput<'changes.tryChoices'>[number];

/** One way to resolve the conflict in focus. */
export interface Variant {
  readonly name: string;
  readonly choices: Choices;
}

/** Typing pauses for this long before the variants are tried. */
const pauseMs = 300;

/** What each way to resolve a conflict would cause. The last results stay until the next ones arrive. */
export class MergeImpact {
  readonly #desk: Desk;
  readonly #item: { readonly planId: string; readonly itemId: string };
  #tried = $state.raw<readonly { readonly name: string; readonly result: Tried }[]>([]);
  #failure = $state.raw<DeskError | undefined>(undefined);
  #isCurrent = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;

  constructor(desk: Desk, item: { readonly planId: string; readonly itemId: string }) {
    this.#desk = desk;
    this.#item = item;
  }

  get tried(): readonly { readonly name: string; readonly result: Tried }[] {
    return this.#tried;
  }

  get failure(): DeskError | undefined {
    return this.#failure;
  }

  /** False while a newer text is tried. */
  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  show(variants: readonly Variant[]): void {
    this.stop();
    this.#isCurrent = false;
    const isFirst = this.#tried.length === 0 && this.#failure === undefined;
    this.#timer = setTimeout(() => void this.#ask(variants), isFirst ? 0 : pauseMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  async #ask(variants: readonly Variant[]): Promise<void> {
    const { signal } = (this.#asking = new AbortController());
    const choices = variants.map((variant) => variant.choices);
    try {
      const results = await this.#desk.changes.tryChoices({ ...this.#item, choices }, { signal });
      if (signal.aborted) return;
      this.#tried = variants.flatMap(({ name }, index) => {
        const result = results[index];
        return result === undefined ? [] : [{ name, result }];
      });
      this.#failure = undefined;
      this.#isCurrent = true;
    } catch (thrown) {
      if (!signal.aborted) this.#failure = toDeskError(thrown);
    }
  }
}
