import { setTimeout as pause } from 'node:timers/promises';
import type { Delivery } from './delivery-record.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { createHostSlots, type SlotLimits } from './host-slots.ts';

export interface DeliveryQueue {
  /** Starts delivering for these rules, unless that is under way. */
  wake(ruleIds: Iterable<string>): void;
  /** Resolves once no rule has anything to deliver. */
  idle(): Promise<void>;
  /** Resolves once every attempt under way has ended. */
  stop(): Promise<void>;
}

export interface DeliveryQueueParts {
  readonly store: DeliveryStore;
  /** Attempts that run at once. */
  readonly slots: SlotLimits;
  /** Where a delivery goes. */
  readonly hostOf: (delivery: Delivery) => string;
  readonly now: () => number;
  /** Makes one attempt and records what came of it. */
  readonly attempt: (delivery: Delivery, stop: AbortSignal) => Promise<void>;
  /** Told about failures that are not the receiver's, such as a full disk. */
  readonly onProblem: (ruleId: string, error: unknown) => void;
}

const AFTER_PROBLEM_MS = 1_000;

/**
 * Delivers rule by rule: each rule has a lane of its own in which only the oldest pending delivery is sent,
 * and the next one waits until that is delivered or dead. So order holds within a rule, and a receiver that
 * is down or hangs holds up nobody else: each has slots of its own.
 */
export function createDeliveryQueue(parts: DeliveryQueueParts): DeliveryQueue {
  const lanes = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const withSlot = createHostSlots(parts.slots);

  async function runLane(ruleId: string): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const head = parts.store.head(ruleId);
        if (head === undefined) break;
        const wait = head.nextAttemptAt - parts.now();
        if (wait > 0) await pauseFor(wait);
        else await withSlot(parts.hostOf(head), () => parts.attempt(head, stopping.signal));
      } catch (error) {
        parts.onProblem(ruleId, error);
        await pauseFor(AFTER_PROBLEM_MS);
      }
    }
    // In the same turn as the last look at the queue: a wake that comes later must find no lane.
    lanes.delete(ruleId);
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
