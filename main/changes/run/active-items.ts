import type { BatchedReads } from './batched-reads.ts';
import { createBatchedReads } from './batched-reads.ts';
import type { SendSlots } from './send-slots.ts';
import { createSendSlots } from './send-slots.ts';

/** How many items of a run may be in flight. */
export interface Width {
  /** Items that are sending or reading. */
  readonly active: number;
  /** Including those that wait for other items before they send. Up to as many again may wait after they have sent. */
  readonly all: number;
  /**
   * How long, in milliseconds, items wait for those that are still sending before they share a read without them, so that a
   * person sees results even if the tenant is slow. If absent, until all have sent.
   */
  readonly patience?: number;
}

/** What one item uses to coordinate with the other active ones. */
export interface Turn {
  /** Waits for the result of other items; meanwhile another item may start. */
  away<Result>(waiting: Promise<Result>): Promise<Result>;
  /** Resolves when the item may send. The slot is released when it calls `away` or ends. */
  toSend(): Promise<void>;
  /**
   * Reads what many items need: they wait for each other, for a while, and share one read that starts after all of them have
   * requested it. `key` names the read.
   */
  batched<Result>(key: string, read: () => Promise<Result>): Promise<Result>;
}

interface Counts {
  /** Items that are sending or reading. */
  active: number;
  all: number;
  /** Items that wait for a read, with everything they sent accepted. */
  sent: number;
}

interface TurnParts {
  readonly counts: Counts;
  readonly slots: SendSlots;
  readonly reads: BatchedReads;
  /** To be called when fewer items are active. */
  readonly changed: () => void;
}

/** The active items of a run. */
export interface ActiveItems {
  /** Resolves when another item may start. */
  capacity(): Promise<void>;
  begin(work: (turn: Turn) => Promise<void>): void;
  /** True once an item has failed. */
  hasFailed(): boolean;
  /** Resolves when no item is active; rejects with the first failure. */
  ended(): Promise<void>;
}

export function createActiveItems({ active: maxActive, all: maxAll, patience }: Width): ActiveItems {
  const counts: Counts = { active: 0, all: 0, sent: 0 };
  let failure: { readonly error: unknown } | undefined;
  const listeners = new Set<() => void>();

  function changed(): void {
    for (const listener of listeners) listener();
    // Listeners that start the next item run first. Only if no item is active is the batch complete.
    if (counts.active === 0) reads.readSoon();
  }

  const slots = createSendSlots(maxActive);
  const reads = createBatchedReads({ isIdle: () => counts.active === 0, onRead: changed, patience });

  function until(isSo: () => boolean): Promise<void> {
    if (isSo()) return Promise.resolve();
    return new Promise((resolve) => {
      const listener = (): void => {
        if (!isSo()) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
  }

  return {
    capacity: () => until(() => counts.active < maxActive && counts.all - counts.sent < maxAll),
    begin(work) {
      counts.active += 1;
      counts.all += 1;
      const turn = createTurn({ counts, slots, reads, changed });
      const ended = (): void => {
        turn.end();
        counts.active -= 1;
        counts.all -= 1;
        changed();
      };
      void work(turn).then(ended, (error: unknown) => {
        failure ??= { error };
        ended();
      });
    },
    hasFailed: () => failure !== undefined,
    async ended() {
      await until(() => counts.all === 0);
      if (failure !== undefined) throw failure.error;
    },
  };
}

/** Starts active and without a send slot; `end` releases the slot that it may still have. */
function createTurn({ counts, slots, reads, changed }: TurnParts): Turn & { end(): void } {
  /** Current waits; the item is inactive during all of them. */
  let awayFrom = 0;
  let isSending = false;
  let hasSent = false;
  const stopSending = (): void => {
    if (isSending) slots.release();
    isSending = false;
  };
  async function away<Result>(waiting: Promise<Result>): Promise<Result> {
    awayFrom += 1;
    if (awayFrom === 1) {
      if (isSending && !hasSent) {
        hasSent = true;
        counts.sent += 1;
      }
      stopSending();
      counts.active -= 1;
      changed();
    }
    try {
      return await waiting;
    } finally {
      awayFrom -= 1;
      if (awayFrom === 0) counts.active += 1;
    }
  }
  return {
    away,
    end() {
      stopSending();
      if (hasSent) counts.sent -= 1;
    },
    async toSend() {
      if (isSending) return;
      await slots.acquire();
      isSending = true;
    },
    batched: (key, read) => away(reads.request(key, read)),
  };
}
