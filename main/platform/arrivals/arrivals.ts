/** What waits for a window to take it, in order of arrival. */
export interface Arrivals<Item> {
  add(item: Item): void;
  /** Returns each once. */
  take(): readonly Item[];
  /** Called for each from now on. Earlier ones wait for the first window. */
  follow(arrived: (item: Item) => void): void;
}

/** `max`: what arrives while so many are waiting is dropped. */
export function createArrivals<Item>(max = Infinity): Arrivals<Item> {
  let waiting: Item[] = [];
  let notify: (item: Item) => void = () => undefined;
  return {
    add(item) {
      if (waiting.length >= max) return;
      waiting.push(item);
      notify(item);
    },
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    follow(arrived) {
      notify = arrived;
    },
  };
}
