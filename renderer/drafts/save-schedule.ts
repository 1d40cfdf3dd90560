/** From a key to sending the draft, ms; with the write it stays well under the promised 250 ms. */
const saveDelayMs = 100;
/** Delays between retries of a failed save, ms; the last one repeats. */
const retryDelaysMs = [2000, 5000, 10_000, 20_000];

/** Schedules saves: shortly after an edit, and repeatedly while saving fails. */
export class SaveSchedule {
  readonly #save: () => void;
  #typed: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retries = 0;

  constructor(save: () => void) {
    this.#save = save;
  }

  /** Counted from the first unsaved key, not the last: continuous typing is saved too. */
  soon(): void {
    this.#typed ??= setTimeout(this.#save, saveDelayMs);
  }

  /** `isStillWanted` is called when the time is up. */
  later(isStillWanted: () => boolean): void {
    const delay = retryDelaysMs[Math.min(this.#retries, retryDelaysMs.length - 1)];
    this.#retries += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (isStillWanted()) this.#save();
    }, delay);
  }

  /** It is being sent now. */
  stop(): void {
    clearTimeout(this.#typed);
    clearTimeout(this.#retry);
    this.#typed = undefined;
  }

  /** It was saved: the next failure counts as the first. */
  succeeded(): void {
    this.#retries = 0;
  }
}
