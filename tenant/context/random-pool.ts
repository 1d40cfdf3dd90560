/** Bytes that are fetched at once: asking the system costs more than what one identifier takes. */
const POOL = 4_096;

/** From this size on, bytes are fetched by themselves: they are secrets, which have no place in a pool. */
const LARGE = 24;

/** Random bytes for identifiers, of which a tenant under load makes ten for each event. None is given out twice. */
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
