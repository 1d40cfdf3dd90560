import { holdKey } from './held-keys.ts';

/** Where a frame is not drawn because nobody sees it, what waits for one is done after this many milliseconds. */
const unseenMs = 100;

/**
 * Puts work off until the frame is drawn that shows a key, so that the key is seen first.
 * Whoever does something else than type on (a shortcut, another field, a click, leaving the page) meets a page that has done it;
 * so does whatever changes a text without anybody's doing (`flushPendingEdits`).
 */
export class AfterKey {
  readonly #act: () => void;
  readonly #channel = new MessageChannel();
  readonly #listening = new AbortController();
  /** Set while something waits. */
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
    // A message that is sent from a frame is taken once that frame is drawn.
    this.#frame = requestAnimationFrame(() => this.#channel.port2.postMessage(undefined));
    this.#timer = setTimeout(() => this.now(), unseenMs);
  }

  /** What waits is done at once; nothing where nothing waits. */
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

  /** Only the next letter of a text can wait, too. */
  #beforeKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
    if (key.length > 1 || ctrlKey || metaKey || altKey) this.now();
  }
}
