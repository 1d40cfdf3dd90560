import type { ScriptTestRun } from '../../../languages/assertion/try-scripts.ts';
import type { ScriptCalls } from './script-calls.ts';
import type { TryResult } from './script-protocol.ts';

/** Delay from the last keystroke to a run: fast typing runs once. */
const delayMs = 150;

/** Runs the draft while it is edited: one run at a time, then the latest text; nothing queues up. */
export class DraftTestRun {
  readonly #calls: ScriptCalls;
  result = $state.raw<TryResult | undefined>(undefined);
  /** Why there is no result. */
  stopped = $state<string | undefined>(undefined);
  isBusy = $state(false);
  #due: ScriptTestRun | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(calls: ScriptCalls) {
    this.#calls = calls;
  }

  /** Runs after a pause in typing; the first run starts immediately. */
  show(input: ScriptTestRun): void {
    this.#due = input;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), this.result === undefined ? 0 : delayMs);
  }

  /** Runs immediately: the pending run, or the same again. */
  runNow(input: ScriptTestRun): void {
    clearTimeout(this.#timer);
    this.#due = input;
    void this.#work();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#due = undefined;
  }

  async #work(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (let due = this.#takeDue(); due !== undefined; due = this.#takeDue()) {
      try {
        this.result = await this.#calls.ask({ kind: 'try', input: due });
        this.stopped = undefined;
      } catch (error) {
        this.result = undefined;
        this.stopped = error instanceof Error ? error.message : String(error);
      }
    }
    this.isBusy = false;
  }

  #takeDue(): ScriptTestRun | undefined {
    const due = this.#due;
    this.#due = undefined;
    return due;
  }
}
