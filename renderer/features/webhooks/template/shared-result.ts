/** Larger than nearly any payload; a longer result arrives only as a message. */
const maxCharacters = 64 * 1024;
/** Number of the request, and length of the result in characters. */
const headerBytes = 2 * Int32Array.BYTES_PER_ELEMENT;
const noRequest = 0;

/** A value with the number of its request, from 1. */
interface NumberedResult<Result> {
  readonly id: number;
  readonly result: Result;
}

/**
 * The latest result of a worker, in shared memory that the window sees as soon as it is written. A message is slower: after
 * a keystroke a browser draws one or two frames before it delivers a message to the page.
 */
export class SharedResult<Result> {
  /** Posted to the worker, which creates its own object from it. */
  readonly memory: SharedArrayBuffer;
  readonly #header: Int32Array;
  readonly #characters: Uint16Array;

  constructor(memory = new SharedArrayBuffer(headerBytes + maxCharacters * Uint16Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#header = new Int32Array(memory, 0, 2);
    this.#characters = new Uint16Array(memory, headerBytes);
  }

  /** Only the worker writes. After a result that is too long there is nothing to read. */
  write({ id, result }: NumberedResult<Result>): void {
    Atomics.store(this.#header, 0, noRequest);
    const text = JSON.stringify(result);
    if (text.length > this.#characters.length) return;
    for (let at = 0; at < text.length; at += 1) this.#characters[at] = text.charCodeAt(at);
    Atomics.store(this.#header, 1, text.length);
    Atomics.store(this.#header, 0, id);
  }

  /** Undefined if there is none, or the next one is being written. */
  read(): NumberedResult<Result> | undefined {
    const id = Atomics.load(this.#header, 0);
    if (id === noRequest) return undefined;
    const copy = this.#characters.slice(0, Atomics.load(this.#header, 1));
    if (Atomics.load(this.#header, 0) !== id) return undefined;
    return { id, result: JSON.parse(new TextDecoder('utf-16').decode(copy)) as Result };
  }
}
