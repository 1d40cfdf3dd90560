/** Items that share a lane run one by one, in order; items that share none do not wait. */
export interface Lanes {
  /** Resolves when everything that took any of these lanes before has released it. Returns the function that releases them. */
  take(lanes: readonly string[]): Promise<() => void>;
}

export function createLanes(): Lanes {
  const last = new Map<string, Promise<undefined>>();
  return {
    async take(lanes) {
      const before = lanes.flatMap((lane) => last.get(lane) ?? []);
      const { promise: free, resolve: release } = Promise.withResolvers<undefined>();
      for (const lane of lanes) last.set(lane, free);
      await Promise.all(before);
      return () => {
        release(undefined);
        for (const lane of lanes) if (last.get(lane) === free) last.delete(lane);
      };
    },
  };
}
