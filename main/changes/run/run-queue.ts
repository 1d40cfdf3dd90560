import { failure } from '../../platform/errors/failure.ts';
import type { Slots } from '../../platform/timing/slots.ts';
import { createSlots } from '../../platform/timing/slots.ts';

/** Most plans that may wait for another one of the same tenant. */
const waitingRuns = 16;

/** One run at a time for each tenant: what a run creates is told from what was there before. */
export interface RunQueue {
  isUnderWay(planId: string): boolean;
  /** Waits for its turn. Throws `invalid-input` when the plan is under way already. */
  take(
    plan: { readonly id: string; readonly tenantId: string },
    signal: AbortSignal,
    work: (isPaused: () => boolean) => Promise<void>,
  ): Promise<void>;
  /** Runs another plan within a turn that was taken: one that takes it back. */
  join(planId: string, work: (isPaused: () => boolean) => Promise<unknown>): Promise<void>;
  /** Asks the run to stop after the item under way. */
  pause(planId: string): void;
}

export function createRunQueue(): RunQueue {
  const underWay = new Set<string>();
  const paused = new Set<string>();
  const slotsByTenant = new Map<string, Slots>();
  return {
    isUnderWay: (planId) => underWay.has(planId),
    async take({ id, tenantId }, signal, work) {
      if (underWay.has(id)) throw failure('invalid-input', 'This plan is already running.');
      underWay.add(id);
      try {
        const slots = slotsByTenant.get(tenantId) ?? createSlots({ held: 1, waiting: waitingRuns });
        slotsByTenant.set(tenantId, slots);
        const release = await slots.take(signal);
        try {
          await work(() => paused.has(id));
        } finally {
          release();
        }
      } finally {
        underWay.delete(id);
        paused.delete(id);
      }
    },
    async join(planId, work) {
      underWay.add(planId);
      try {
        await work(() => paused.has(planId));
      } finally {
        underWay.delete(planId);
        paused.delete(planId);
      }
    },
    pause(planId) {
      if (underWay.has(planId)) paused.add(planId);
    },
  };
}
