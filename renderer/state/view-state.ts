import type { Desk } from '../../contract/bridge/desk.ts';
import { maxViewStateLength } from '../../contract/settings/view-state-limits.ts';

/** Synchronous reads and writes, as views need them; main stores writes a moment later. */
export interface ViewMemory {
  getItem(key: string): string | null;
  /** Throws `RangeError` for a value that is too long to be stored. */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A dragged divider writes with every pixel. */
const writeAfterMs = 250;

/** View settings that this profile remembers, such as pane widths. The same in every window of the profile. */
export class ViewState implements ViewMemory {
  readonly #desk: Pick<Desk, 'viewState'>;
  readonly #values = new Map<string, string>();
  readonly #waiting = new Map<string, string | null>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(desk: Pick<Desk, 'viewState'>) {
    this.#desk = desk;
  }

  /** Loads what was stored, once: earlier writes win. Rejects with the error of `viewState.read`. */
  async load(): Promise<void> {
    for (const [key, value] of Object.entries(await this.#desk.viewState.read())) {
      if (!this.#waiting.has(key)) this.#values.set(key, value);
    }
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (value.length > maxViewStateLength) throw new RangeError('Too long to save.');
    this.#values.set(key, value);
    this.#write(key, value);
  }

  removeItem(key: string): void {
    if (this.#values.delete(key)) this.#write(key, null);
  }

  #write(key: string, value: string | null): void {
    this.#waiting.set(key, value);
    this.#timer ??= setTimeout(() => this.flush(), writeAfterMs);
  }

  /** Sends pending writes; for a window that is about to close. A failing disk costs comfort only. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size === 0) return;
    const values = Object.fromEntries(this.#waiting);
    this.#waiting.clear();
    this.#desk.viewState.write(values).catch(() => undefined);
  }
}
