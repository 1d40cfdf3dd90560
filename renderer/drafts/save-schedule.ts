/** From a key to sending the draft; with the write it stays well under the promised 250 ms. */
const saveDelayMs = 100;
/** What could not be saved is tried again after these, and then again and again after the last. */
const retryDelaysMs = [2000, 5000, 10_000, 20_000];

/** When a draft is sent: shortly after it was typed, and again and again while it cannot be saved. */
export class SaveSchedule {
  readonly #save: () => void;
  #typed: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retries = 0;

  constructor(save: () => void) {
    this.#save = save;
  }

  /** From the first key that is not saved yet, not from the last: whoever types on and on is saved all the same. */
  soon(): void {
    this.#typed ??= setTimeout(this.#save, saveDelayMs);
  }

  /** `isStillWanted` is asked when the time has come. */
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

  /** It was saved: the next failure is a first one. */
  succeeded(): void {
    this.#retries = 0;
  }
}
