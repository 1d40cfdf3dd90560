/** What shares a lane waits for each other, in the order in which it came; what does not, does not wait. */
export interface Lanes {
  /** Does the work when everything that was in the lane before is done; rejects where any of that did. */
  take(lane: string, work: () => Promise<void>): Promise<void>;
}

export function createLanes(): Lanes {
  const last = new Map<string, Promise<void>>();
  return {
    take(lane, work) {
      const before = last.get(lane);
      const taken = before === undefined ? work() : before.then(work);
      last.set(lane, taken);
      return taken;
    },
  };
}
