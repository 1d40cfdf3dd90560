import { parentPort } from 'node:worker_threads';
import type { JsonPiece } from './json-pieces.ts';
import type { JsonProblem } from './parse-json.ts';
import { parseJson } from './parse-json.ts';
import type { JsonLimits } from './scan-json.ts';

/** To the thread: that a text begins, of so many bytes; its next bytes; or that it may give the next piece of the value. */
export type ToJsonWorker =
  | { readonly type: 'begin'; readonly size: number; readonly limits: JsonLimits }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'next' };

/** From the thread. */
export type FromJsonWorker =
  | { readonly type: 'piece'; readonly piece: JsonPiece; readonly isLast: boolean }
  | { readonly type: 'problem'; readonly problem: JsonProblem };

interface Reading {
  readonly text: Uint8Array;
  readonly limits: JsonLimits;
  received: number;
  pieces?: Iterator<JsonPiece>;
  coming?: IteratorResult<JsonPiece>;
}

/** What the thread gives of a value, in pieces; `text` is what it was read from. */
export type TakeApart = (
  value: unknown,
  text: Uint8Array,
) => Iterable<JsonPiece> | Promise<Iterable<JsonPiece>>;

/** The thread reads one text after the other, gives the value of each piece by piece as it is asked, and is ended by whoever began it. */
export function answerInThread(takeApart: TakeApart): void {
  let reading: Reading | undefined;

  /** What was read is not kept while the thread waits for the next text. */
  function answer(message: FromJsonWorker): void {
    if (message.type === 'problem' || message.isLast) reading = undefined;
    parentPort?.postMessage(message);
  }

  function giveNext({ pieces, coming }: Reading): void {
    if (coming === undefined || coming.done === true || reading === undefined) return;
    const next = pieces?.next();
    if (next !== undefined) reading.coming = next;
    answer({ type: 'piece', piece: coming.value, isLast: next?.done !== false });
  }

  async function take(present: Reading, bytes: Uint8Array): Promise<void> {
    present.text.set(bytes, present.received);
    present.received += bytes.byteLength;
    if (present.received < present.text.byteLength) return;
    const parsed = parseJson(present.text, present.limits);
    if (!parsed.ok) return answer({ type: 'problem', problem: parsed.problem });
    const pieces = await takeApart(parsed.value, present.text);
    present.pieces = pieces[Symbol.iterator]();
    present.coming = present.pieces.next();
    giveNext(present);
  }

  parentPort?.on('message', (message: ToJsonWorker) => {
    if (message.type === 'begin')
      reading = { text: new Uint8Array(message.size), limits: message.limits, received: 0 };
    else if (reading === undefined) return;
    else if (message.type === 'bytes') void take(reading, message.bytes);
    else giveNext(reading);
  });
}
