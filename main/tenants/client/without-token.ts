import type { HttpAnswer } from '../../platform/http/transport.ts';
import { joinChunks } from '../../platform/http/join-chunks.ts';
import { createYielder } from '../../platform/timing/yielder.ts';

const hidden = Buffer.from('[hidden]');
/** In bytes; looked through at a time. */
const window = 1024 * 1024;

/**
 * A tenant that quotes our token (some debugging pages do) must not bring it into a message, a cache or the log.
 * Everybody else gets a turn while a large answer is looked through.
 */
export async function withoutToken(answer: HttpAnswer, token: string): Promise<HttpAnswer> {
  const body = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength);
  const places = await findAll(body, Buffer.from(token));
  if (places.length === 0) return answer;
  const chunks: Uint8Array[] = [];
  let from = 0;
  for (const place of places) {
    chunks.push(body.subarray(from, place), hidden);
    from = place + Buffer.byteLength(token);
  }
  chunks.push(body.subarray(from));
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return { ...answer, body: await joinChunks(chunks, size) };
}

async function findAll(body: Buffer, token: Buffer): Promise<number[]> {
  const places: number[] = [];
  const turns = createYielder();
  let from = 0;
  if (body.length > window) await turns.rest();
  while (from <= body.length - token.length) {
    // As much longer as a token is: one that lies across the end is found, too.
    const place = body.subarray(from, from + window + token.length - 1).indexOf(token);
    if (place >= 0) places.push(from + place);
    from += place >= 0 ? place + token.length : window;
    if (turns.isOver()) await turns.rest();
  }
  return places;
}
