/** Bytes fetched at once: a system call costs more than the bytes of one ID. */
const POOL = 4_096;

/** From this size on, bytes are fetched separately: they are secrets, which don't belong in a pool. */
const LARGE = 24;

/** Random bytes for IDs; a tenant under load creates ten for each event. No byte is returned twice. */
export function pooledRandomBytes(fetch: (size: number) => Uint8Array): (size: number) => Uint8Array {
  let pool: Uint8Array = new Uint8Array(0);
  let used = 0;
  return (size) => {
    if (size >= LARGE) return fetch(size);
    if (used + size > pool.length) {
      pool = fetch(POOL);
      used = 0;
    }
    used += size;
    return pool.subarray(used - size, used);
  };
}
