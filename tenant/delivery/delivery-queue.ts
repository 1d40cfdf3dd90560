import { setTimeout as pause } from 'node:timers/promises';
import type { AwaitTurn } from '../http/precedence.ts';
import type { PendingDelivery } from './delivery-record.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { createHostSlots, type SlotLimits } from './host-slots.ts';

interface DeliveryQueue {
  /** Starts delivering for these rules, unless that is under way. */
  wake(ruleIds: Iterable<string>): void;
  /** Resolves once no rule has anything to deliver. */
  idle(): Promise<void>;
  /** Resolves once every attempt under way has ended. */
  stop(): Promise<void>;
}

interface DeliveryQueueParts {
  readonly store: DeliveryStore;
  /** Attempts that run at once. */
  readonly slots: SlotLimits;
  /** Where a delivery goes. */
  readonly hostOf: (delivery: PendingDelivery) => string;
  readonly now: () => number;
  /** Milliseconds. A longer wait is none: the system's clock was set back since it was written down. */
  readonly maxWaitMs: number;
  /** For whatever goes before deliveries. */
  readonly awaitTurn: AwaitTurn;
  /** Makes one attempt. */
  readonly attempt: (delivery: PendingDelivery, stop: AbortSignal) => Promise<Attempted>;
  /** Told about failures that are not the receiver's, such as a full disk. */
  readonly onProblem: (ruleId: string, error: unknown) => void;
}

/** What came of an attempt. */
export interface Attempted {
  /** False when the same delivery is to be sent again before the next one. */
  readonly isSettled: boolean;
  /** Resolves once that is in the database. */
  readonly recorded: Promise<void>;
}

const AFTER_PROBLEM_MS = 1_000;

/**
 * Delivers rule by rule: each rule has a lane of its own in which only the oldest pending delivery is sent,
 * and the next one waits until that is delivered or dead. So order holds within a rule, and a receiver that
 * is down or hangs holds up nobody else: each has slots of its own.
 *
 * A lane reads some deliveries ahead, and sends the next one while what came of the last is being recorded. A
 * process that is killed in between sends those once more after its next start, in the same order.
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
    // In the same turn as the last look at the queue: a wake that comes later must find no lane.
    lanes.delete(ruleId);
    await Promise.allSettled(recorded);
  }

  /** Until all are settled, or one has to wait, which is then read again. */
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
      // Looked at when the lane waits for all of them; until then nobody listens.
      attempted.recorded.catch(() => undefined);
      if (!attempted.isSettled) return;
    }
  }

  async function pauseFor(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  return {
    wake(ruleIds) {
      for (const ruleId of ruleIds) {
        if (stopping.signal.aborted || lanes.has(ruleId)) continue;
        // The lane begins in a later turn, so that whoever woke it is answered first.
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
