import type { HttpResponse } from '../../platform/http/transport.ts';
import { joinChunks } from '../../platform/http/join-chunks.ts';
import { createYielder } from '../../platform/timing/yielder.ts';

const hidden = Buffer.from('[hidden]');
/** Bytes searched at a time. */
const window = 1024 * 1024;

/**
 * Removes our token from a response (some debugging pages quote it), so that it doesn't get into a message, a cache or the log. Yields
 * to other work while searching a large response.
 */
export async function withoutToken(response: HttpResponse, token: string): Promise<HttpResponse> {
  const body = Buffer.from(response.body.buffer, response.body.byteOffset, response.body.byteLength);
  const offsets = await findAll(body, Buffer.from(token));
  if (offsets.length === 0) return response;
  const chunks: Uint8Array[] = [];
  let from = 0;
  for (const offset of offsets) {
    chunks.push(body.subarray(from, offset), hidden);
    from = offset + Buffer.byteLength(token);
  }
  chunks.push(body.subarray(from));
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return { ...response, body: await joinChunks(chunks, size) };
}

async function findAll(body: Buffer, token: Buffer): Promise<number[]> {
  const offsets: number[] = [];
  const yielder = createYielder();
  let from = 0;
  if (body.length > window) await yielder.rest();
  while (from <= body.length - token.length) {
    // Overlaps by the length of a token, to find one across the boundary.
    const offset = body.subarray(from, from + window + token.length - 1).indexOf(token);
    if (offset >= 0) offsets.push(from + offset);
    from += offset >= 0 ? offset + token.length : window;
    if (yielder.isOver()) await yielder.rest();
  }
  return offsets;
}
