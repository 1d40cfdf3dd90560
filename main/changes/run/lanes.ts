/** What shares a lane waits for each other, in the order in which it came; what shares none does not wait. */
export interface Lanes {
  /** Resolves when these lanes are free of everything that took any of them before, with what gives them free again. */
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
