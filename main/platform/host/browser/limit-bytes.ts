import type { Duplex } from 'node:stream';

/**
 * Closes a connection that sends more than this many bytes. Returns a function that removes the limit. Counts raw bytes, so that
 * incomplete messages count as well.
 */
export function limitBytes(connection: Duplex, maxBytes: number, head: Uint8Array): () => void {
  let left = maxBytes - head.byteLength;
  const count = (chunk: Uint8Array): void => {
    left -= chunk.byteLength;
    if (left < 0) connection.destroy();
  };
  connection.on('data', count);
  if (left < 0) connection.destroy();
  return () => connection.off('data', count);
}
