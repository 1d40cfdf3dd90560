import { holdKey } from './held-keys.ts';

/** If no frame is drawn because the page is hidden, waiting work runs after this delay (ms). */
const unseenMs = 100;

/**
 * Defers work until the frame that shows a key is drawn, so that the key is visible first. Any action other than
 * typing (a shortcut, another field, a click, leaving the page) runs the work first; so does code that changes a text
 * itself (`flushPendingEdits`).
 */
export class AfterKey {
  readonly #act: () => void;
  readonly #channel = new MessageChannel();
  readonly #listening = new AbortController();
  /** Set while work is waiting. */
  #release: (() => void) | undefined;
  #idle: number | undefined;
  #frame: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(act: () => void) {
    this.#act = act;
    this.#channel.port1.onmessage = () => this.#whenIdle();
    const options = { capture: true, signal: this.#listening.signal };
    addEventListener('keydown', (event) => this.#beforeKey(event), options);
    for (const event of ['pointerdown', 'pagehide', 'beforeunload'])
      addEventListener(event, () => this.now(), options);
    // An editor that is removed loses the focus while Svelte updates the page: nothing may be published from there, and what
    // the callbacks read may already belong to the next item. `stop` publishes then, before this microtask runs.
    for (const event of ['blur', 'focusout'])
      addEventListener(event, () => queueMicrotask(() => this.now()), options);
  }

  due(): void {
    if (this.#release !== undefined) return;
    this.#release = holdKey(() => this.now());
    // A message sent from a frame is handled once that frame is drawn.
    this.#frame = requestAnimationFrame(() => this.#channel.port2.postMessage(undefined));
    this.#timer = setTimeout(() => this.now(), unseenMs);
  }

  /** Runs waiting work at once, if any. */
  now(): void {
    if (this.#release === undefined) return;
    cancelAnimationFrame(this.#frame ?? 0);
    cancelIdleCallback(this.#idle ?? 0);
    clearTimeout(this.#timer);
    this.#release();
    this.#release = undefined;
    this.#act();
  }

  stop(): void {
    this.now();
    this.#listening.abort();
    this.#channel.port1.close();
  }

  #whenIdle(): void {
    if (this.#release !== undefined) this.#idle = requestIdleCallback(() => this.now());
  }

  /** Only for the next character of a text can the work still wait. */
  #beforeKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
    if (key.length > 1 || ctrlKey || metaKey || altKey) this.now();
  }
}
