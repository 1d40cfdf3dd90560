export interface SlotLimits {
  /** For each receiver: a host with its port. */
  readonly perHost: number;
  /** For all together, which keeps sockets and memory within bounds. */
  readonly inAll: number;
}

/** Runs a piece of work for a receiver once there is a slot for it. */
type WithSlot = <T>(host: string, work: () => Promise<T>) => Promise<T>;

/**
 * Slots for work that waits for others. Each receiver has its own, so that one that hangs keeps only its own deliveries waiting;
 * whoever waits for a slot takes it in the order of coming.
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
  /** False when there is no place: then it is one's `turn`. */
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
      // The place passes straight to the next in line, so that nobody can slip in between.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    },
    isIdle: () => running === 0,
  };
}
