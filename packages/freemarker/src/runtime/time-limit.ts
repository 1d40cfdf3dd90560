/** The wall clock of one reading or rendering, and how long it may take. What it starts (`?interpret`) shares it. */
export class TimeLimit {
  readonly milliseconds: number;
  readonly #now: () => number;
  readonly #startedAt: number;

  /** The clock returns milliseconds; the time counts from here. */
  constructor(milliseconds: number, now: () => number) {
    this.milliseconds = milliseconds;
    this.#now = now;
    this.#startedAt = now();
  }

  get isOver(): boolean {
    return this.#now() - this.#startedAt > this.milliseconds;
  }
}
