import { createYielder } from '../timing/yielder.ts';

/** In bytes; smaller bodies are copied quickly. */
const large = 1024 * 1024;

/** Joins the chunks of a body of any size, yielding to other work meanwhile. */
export async function joinChunks(
  chunks: readonly Uint8Array[],
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(size);
  const yielder = createYielder();
  let at = 0;
  if (size > large) await yielder.rest();
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
    if (yielder.isOver()) await yielder.rest();
  }
  return whole;
}
