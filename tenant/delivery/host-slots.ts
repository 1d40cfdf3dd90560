export interface SlotLimits {
  /** Per receiver: a host with its port. */
  readonly perHost: number;
  /** For all receivers together, which limits sockets and memory. */
  readonly inAll: number;
}

/** Runs a piece of work for a receiver once there is a slot for it. */
type WithSlot = <T>(host: string, work: () => Promise<T>) => Promise<T>;

/**
 * Concurrency slots for work that waits for others. Each receiver has its own, so that a hanging one blocks
 * only its own deliveries; waiters get slots in order.
 */
export function createHostSlots({ perHost, inAll }: SlotLimits): WithSlot {
  const all = createLimit(inAll);
  const hosts = new Map<string, Limit>();
  return async (host, work) => {
    const own = hosts.get(host) ?? createLimit(perHost);
    hosts.set(host, own);
    if (!own.take()) await own.turn();
    if (!all.take()) await all.turn();
    try {
      return await work();
    } finally {
      all.giveBack();
      own.giveBack();
      if (own.isIdle()) hosts.delete(host);
    }
  };
}

interface Limit {
  /** False if there is no free slot: then wait for `turn`. */
  take(): boolean;
  turn(): Promise<void>;
  giveBack(): void;
  isIdle(): boolean;
}

function createLimit(limit: number): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    take() {
      if (running >= limit) return false;
      running++;
      return true;
    },
    turn: () => new Promise((resolve) => waiting.push(resolve)),
    giveBack() {
      // The slot passes directly to the next waiter, so that no one can jump the queue.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    },
    isIdle: () => running === 0,
  };
}
