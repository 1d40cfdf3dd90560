import type { SharedReading } from '../../contract/bridge/methods.ts';

/** Results of reads by their keys. */
export type ReadResults = Map<string, Promise<unknown>>;

export function createSharedReading(): SharedReading {
  const results: ReadResults = new Map();
  return { once: (key, read) => readOnce(results, key, read) };
}

/** The result that is known for the key, or a new read. One that failed is repeated when it is next needed. */
export function readOnce<Result>(
  results: ReadResults,
  key: string,
  read: () => Promise<Result>,
): Promise<Result> {
  const known = results.get(key);
  // The key determines the type of the result: each reader owns its key and is the only one to use it.
  if (known !== undefined) return known as Promise<Result>;
  const result = read();
  results.set(key, result);
  result.catch(() => results.delete(key));
  return result;
}
