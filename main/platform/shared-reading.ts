import type { SharedReading } from '../../contract/bridge/methods.ts';

/** A read that failed is made again when it is next needed. */
export function createSharedReading(): SharedReading {
  const results = new Map<string, Promise<unknown>>();
  return {
    once<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
      const known = results.get(key);
      // Each reader owns its keys, which determine the type of the result.
      if (known !== undefined) return known as Promise<Result>;
      const result = read();
      results.set(key, result);
      result.catch(() => results.delete(key));
      return result;
    },
  };
}
