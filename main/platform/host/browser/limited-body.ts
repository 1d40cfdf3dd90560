import type { IncomingMessage } from 'node:http';
import { joinChunks } from '../../http/join-chunks.ts';

export type LimitedBody =
  | { readonly state: 'complete'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly state: 'too-large' }
  | { readonly state: 'broken-off' };

/** Reads the body of a request up to `maxBytes`; rejects a larger one, immediately if its length is announced. */
export async function readLimited(request: IncomingMessage, maxBytes: number): Promise<LimitedBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { state: 'too-large' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) return { state: 'too-large' };
      chunks.push(chunk);
    }
  } catch {
    return { state: 'broken-off' };
  }
  return { state: 'complete', bytes: await joinChunks(chunks, size) };
}
