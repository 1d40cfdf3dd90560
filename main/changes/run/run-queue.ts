import { failure } from '../../platform/errors/failure.ts';
import type { Slots } from '../../platform/timing/slots.ts';
import { createSlots } from '../../platform/timing/slots.ts';

/** Maximum number of plans that wait for another one of the same tenant. */
const maxWaiting = 16;

/** One run at a time for each tenant, because items that a run creates are found by comparing with what existed before. */
export interface RunQueue {
  isRunning(planId: string): boolean;
  /** Waits for its turn. Throws `invalid-input` if the plan is already running or queued. */
  take(
    plan: { readonly id: string; readonly tenantId: string },
    signal: AbortSignal,
    work: (isPaused: () => boolean) => Promise<void>,
  ): Promise<void>;
  /** Runs another plan, its rollback, within the current turn. */
  join(planId: string, work: (isPaused: () => boolean) => Promise<unknown>): Promise<void>;
  /** Stops the run after the current item. */
  pause(planId: string): void;
}

export function createRunQueue(): RunQueue {
  const running = new Set<string>();
  const paused = new Set<string>();
  const slotsByTenant = new Map<string, Slots>();
  return {
    isRunning: (planId) => running.has(planId),
    async take({ id, tenantId }, signal, work) {
      if (running.has(id)) throw failure('invalid-input', 'This plan is already running.');
      running.add(id);
      try {
        const slots = slotsByTenant.get(tenantId) ?? createSlots({ held: 1, waiting: maxWaiting });
        slotsByTenant.set(tenantId, slots);
        const release = await slots.take(signal);
        try {
          await work(() => paused.has(id));
        } finally {
          release();
        }
      } finally {
        running.delete(id);
        paused.delete(id);
      }
    },
    async join(planId, work) {
      running.add(planId);
      try {
        await work(() => paused.has(planId));
      } finally {
        running.delete(planId);
        paused.delete(planId);
      }
    },
    pause(planId) {
      if (running.has(planId)) paused.add(planId);
    },
  };
}
