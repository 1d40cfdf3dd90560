import { createYielder } from '../timing/yielder.ts';

/** In bytes; what is smaller is copied in no time. */
const large = 1024 * 1024;

/** Puts the pieces of a body together, however large it is: everybody else gets a turn meanwhile. */
export async function joinChunks(
  chunks: readonly Uint8Array[],
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(size);
  const turns = createYielder();
  let at = 0;
  if (size > large) await turns.rest();
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
    if (turns.isOver()) await turns.rest();
  }
  return whole;
}
