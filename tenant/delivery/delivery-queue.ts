import { setTimeout as pause } from 'node:timers/promises';
import type { AwaitTurn } from '../http/precedence.ts';
import type { PendingDelivery } from './delivery-record.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { createHostSlots, type SlotLimits } from './host-slots.ts';

interface DeliveryQueue {
  /** Starts delivering for these rules, unless that is already running. */
  wake(ruleIds: Iterable<string>): void;
  /** Resolves once no rule has anything to deliver. */
  idle(): Promise<void>;
  /** Resolves once every active attempt has ended. */
  stop(): Promise<void>;
}

interface DeliveryQueueParts {
  readonly store: DeliveryStore;
  /** Limits of concurrent attempts. */
  readonly slots: SlotLimits;
  /** The receiver of a delivery. */
  readonly hostOf: (delivery: PendingDelivery) => string;
  readonly now: () => number;
  /** Milliseconds. A longer wait is ignored: the system clock has moved backward since it was stored. */
  readonly maxWaitMs: number;
  /** Lets other work go before deliveries. */
  readonly awaitTurn: AwaitTurn;
  /** Makes one attempt. */
  readonly attempt: (delivery: PendingDelivery, stop: AbortSignal) => Promise<Attempted>;
  /** Called for failures that aren't the receiver's, such as a full disk. */
  readonly onProblem: (ruleId: string, error: unknown) => void;
}

/** The result of an attempt. */
export interface Attempted {
  /** False if the same delivery must be sent again before the next one. */
  readonly isFinal: boolean;
  /** Resolves once the result is in the database. */
  readonly recorded: Promise<void>;
}

const AFTER_PROBLEM_MS = 1_000;

/**
 * Delivers rule by rule: each rule has its own lane in which only the oldest pending delivery is sent,
 * and the next one waits until that is delivered or dead. So order holds within a rule, and a receiver that
 * is down or hangs blocks no other one: each has its own slots.
 *
 * A lane reads some deliveries ahead, and sends the next one while the previous result is being recorded. If
 * the process is killed in between, those are sent once more after its next start, in the same order.
 */
export function createDeliveryQueue(parts: DeliveryQueueParts): DeliveryQueue {
  const lanes = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const withSlot = createHostSlots(parts.slots);

  async function runLane(ruleId: string): Promise<void> {
    let recorded: Promise<void>[] = [];
    while (!stopping.signal.aborted) {
      try {
        await Promise.all(recorded);
        recorded = [];
        const ahead = parts.store.waiting(ruleId);
        if (ahead.length === 0) break;
        await sendInOrder(ahead, recorded);
      } catch (error) {
        await Promise.allSettled(recorded);
        recorded = [];
        parts.onProblem(ruleId, error);
        await pauseFor(AFTER_PROBLEM_MS);
      }
    }
    // In the same turn as the last check of the queue: a later wake must find no lane.
    lanes.delete(ruleId);
    await Promise.allSettled(recorded);
  }

  /** Until all are finished, or one has to wait, which is then reloaded. */
  async function sendInOrder(ahead: readonly PendingDelivery[], recorded: Promise<void>[]): Promise<void> {
    const clearings = parts.store.clearings();
    for (const delivery of ahead) {
      const turn = parts.awaitTurn();
      if (turn !== undefined) await turn;
      if (stopping.signal.aborted || parts.store.clearings() !== clearings) return;
      const wait = delivery.nextAttemptAt - parts.now();
      if (wait > 0 && wait <= parts.maxWaitMs) return await pauseFor(wait);
      const attempted = await withSlot(parts.hostOf(delivery), () =>
        parts.attempt(delivery, stopping.signal),
      );
      recorded.push(attempted.recorded);
      // Awaited when the lane waits for all of them; until then nothing handles a rejection.
      attempted.recorded.catch(() => undefined);
      if (!attempted.isFinal) return;
    }
  }

  async function pauseFor(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  return {
    wake(ruleIds) {
      for (const ruleId of ruleIds) {
        if (stopping.signal.aborted || lanes.has(ruleId)) continue;
        // The lane starts in a later turn, so that the request that woke it is answered first.
        lanes.set(
          ruleId,
          Promise.resolve().then(() => runLane(ruleId)),
        );
      }
    },
    async idle() {
      while (lanes.size > 0) await Promise.all(lanes.values());
    },
    async stop() {
      stopping.abort();
      await Promise.all(lanes.values());
    },
  };
}
