import { parentPort } from 'node:worker_threads';
import type { JsonPiece } from './json-pieces.ts';
import type { JsonProblem } from './parse-json.ts';
import { parseJson } from './parse-json.ts';
import type { JsonLimits } from './scan-json.ts';

/** Messages to the thread: start of a text with its size; its next bytes; request for the next piece of the value. */
export type ToJsonWorker =
  | { readonly type: 'begin'; readonly size: number; readonly limits: JsonLimits }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'next' };

/** Messages from the thread. */
export type FromJsonWorker =
  | { readonly type: 'piece'; readonly piece: JsonPiece; readonly isLast: boolean }
  | { readonly type: 'problem'; readonly problem: JsonProblem };

interface Reading {
  readonly text: Uint8Array;
  readonly limits: JsonLimits;
  received: number;
  pieces?: Iterator<JsonPiece>;
  next?: IteratorResult<JsonPiece>;
}

/** Splits a value into pieces; `text` is its source. */
export type TakeApart = (
  value: unknown,
  text: Uint8Array,
) => Iterable<JsonPiece> | Promise<Iterable<JsonPiece>>;

/** Runs in the thread: parses one text after another and returns each value in pieces on request, until the thread is terminated. */
export function parseInThread(takeApart: TakeApart): void {
  let reading: Reading | undefined;

  /** Releases the value before waiting for the next text. */
  function response(message: FromJsonWorker): void {
    if (message.type === 'problem' || message.isLast) reading = undefined;
    parentPort?.postMessage(message);
  }

  function sendNext({ pieces, next: piece }: Reading): void {
    if (piece === undefined || piece.done === true || reading === undefined) return;
    const next = pieces?.next();
    if (next !== undefined) reading.next = next;
    response({ type: 'piece', piece: piece.value, isLast: next?.done !== false });
  }

  async function take(current: Reading, bytes: Uint8Array): Promise<void> {
    current.text.set(bytes, current.received);
    current.received += bytes.byteLength;
    if (current.received < current.text.byteLength) return;
    const parsed = parseJson(current.text, current.limits);
    if (!parsed.ok) return response({ type: 'problem', problem: parsed.problem });
    const pieces = await takeApart(parsed.value, current.text);
    current.pieces = pieces[Symbol.iterator]();
    current.next = current.pieces.next();
    sendNext(current);
  }

  parentPort?.on('message', (message: ToJsonWorker) => {
    if (message.type === 'begin')
      reading = { text: new Uint8Array(message.size), limits: message.limits, received: 0 };
    else if (reading === undefined) return;
    else if (message.type === 'bytes') void take(reading, message.bytes);
    else sendNext(reading);
  });
}
