/** More than nearly any payload; a longer answer comes by its message alone. */
const maxCharacters = 64 * 1024;
/** Whose answer it is, and how many characters it has. */
const headerBytes = 2 * Int32Array.BYTES_PER_ELEMENT;
const nobody = 0;

/** A value with the number of the request that it answers, from 1. */
interface NumberedAnswer<Answer> {
  readonly id: number;
  readonly answer: Answer;
}

/**
 * The latest answer of a worker, in memory that the window sees as soon as it is written. A message waits for its turn: after
 * a key a browser draws a frame first, at times two, and only then tells the page anything.
 */
export class SharedAnswer<Answer> {
  /** To be posted to the worker, which makes its own of it. */
  readonly memory: SharedArrayBuffer;
  readonly #header: Int32Array;
  readonly #characters: Uint16Array;

  constructor(memory = new SharedArrayBuffer(headerBytes + maxCharacters * Uint16Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#header = new Int32Array(memory, 0, 2);
    this.#characters = new Uint16Array(memory, headerBytes);
  }

  /** Only the worker writes. Nothing is there to be read where it is too long. */
  write({ id, answer }: NumberedAnswer<Answer>): void {
    Atomics.store(this.#header, 0, nobody);
    const text = JSON.stringify(answer);
    if (text.length > this.#characters.length) return;
    for (let at = 0; at < text.length; at += 1) this.#characters[at] = text.charCodeAt(at);
    Atomics.store(this.#header, 1, text.length);
    Atomics.store(this.#header, 0, id);
  }

  /** Undefined where none is there, or the next one is being written. */
  read(): NumberedAnswer<Answer> | undefined {
    const id = Atomics.load(this.#header, 0);
    if (id === nobody) return undefined;
    const copy = this.#characters.slice(0, Atomics.load(this.#header, 1));
    if (Atomics.load(this.#header, 0) !== id) return undefined;
    return { id, answer: JSON.parse(new TextDecoder('utf-16').decode(copy)) as Answer };
  }
}
