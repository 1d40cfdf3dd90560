import type { IncomingMessage } from 'node:http';

export interface ReceivedBody {
  /** At most the limit. */
  readonly bytes: Buffer;
  /** More was sent than the limit. */
  readonly isTooLong: boolean;
  /** False if the request was interrupted. */
  readonly isComplete: boolean;
}

/** Never rejects: an interrupted body yields what arrived. Excess bytes are read and dropped, or the caller would wait. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let received = 0;
  return new Promise((resolve) => {
    const end = (isComplete: boolean): void => {
      const bytes = Buffer.concat(chunks).subarray(0, maxBytes);
      resolve({ bytes, isTooLong: received > maxBytes, isComplete });
    };
    request.on('data', (chunk: Buffer) => {
      if (received < maxBytes) chunks.push(chunk);
      received += chunk.length;
    });
    request.once('end', () => end(true));
    request.once('error', () => end(false));
  });
}
