import { parentPort, workerData } from 'node:worker_threads';
import type { JsonPiece } from './json-pieces.ts';
import { piecesOf } from './json-pieces.ts';
import type { JsonProblem } from './parse-json.ts';
import { parseJson } from './parse-json.ts';
import type { JsonLimits } from './scan-json.ts';

/** What a thread that reads one text is begun with. */
export interface JsonWork {
  /** Length of the text, in bytes. */
  readonly size: number;
  readonly limits: JsonLimits;
}

/** To the thread: the next bytes of the text, or that it may give the next piece of the value. */
export type ToJsonWorker = { readonly type: 'bytes'; readonly bytes: Uint8Array } | { readonly type: 'next' };

/** From the thread. */
export type FromJsonWorker =
  | { readonly type: 'piece'; readonly piece: JsonPiece; readonly isLast: boolean }
  | { readonly type: 'problem'; readonly problem: JsonProblem };

/** The thread reads one text, gives its value piece by piece as it is asked, and is ended by whoever began it. */
function work({ size, limits }: JsonWork): void {
  const text = new Uint8Array(size);
  let received = 0;
  let pieces: Iterator<JsonPiece> | undefined;
  let coming: IteratorResult<JsonPiece> | undefined;
  const answer = (message: FromJsonWorker): void => parentPort?.postMessage(message);

  function giveNext(): void {
    if (coming === undefined || coming.done === true) return;
    const piece = coming.value;
    coming = pieces?.next();
    answer({ type: 'piece', piece, isLast: coming?.done === true });
  }

  parentPort?.on('message', (message: ToJsonWorker) => {
    if (message.type === 'next') return giveNext();
    text.set(message.bytes, received);
    received += message.bytes.byteLength;
    if (received < size) return;
    const parsed = parseJson(text, limits);
    if (!parsed.ok) return answer({ type: 'problem', problem: parsed.problem });
    pieces = piecesOf(parsed.value);
    coming = pieces.next();
    giveNext();
  });
}

work(workerData as JsonWork);
