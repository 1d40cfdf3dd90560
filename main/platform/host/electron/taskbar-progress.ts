import type { BrowserWindow } from 'electron';
import type { EventName } from '../../../../contract/bridge/events.ts';
import type { EventWatches } from '../../notifications/event-watches.ts';
import { watchEvent } from '../../notifications/event-watches.ts';

/** What the taskbar shows: a part from 0 to 1. */
const none = -1;

/** Shows the progress of running plans and exports on the icons of the windows. */
export function createTaskbarProgress(
  windows: () => readonly Pick<BrowserWindow, 'setProgressBar'>[],
): (name: EventName, payload: unknown) => void {
  /** Of each plan and export that is running. */
  const running = new Map<string, number>();
  let shown = none;

  function show(): void {
    const parts = [...running.values()];
    const part = parts.length === 0 ? none : Math.min(...parts);
    if (part === shown) return;
    shown = part;
    for (const window of windows()) window.setProgressBar(part);
  }

  const watches: EventWatches<void> = {
    'changes.progress'({ planId, stage, done, total }) {
      if (stage === 'applying') running.set(planId, partOf(done, total));
    },
    'changes.opened'(plans) {
      const ids = new Set(plans.filter(({ isRunning }) => isRunning).map(({ id }) => id));
      for (const key of running.keys()) if (!key.startsWith('file ') && !ids.has(key)) running.delete(key);
    },
    'results.exportProgress'({ fileName, rows, total, isRunning }) {
      if (isRunning) running.set(`file ${fileName}`, partOf(rows, total));
      else running.delete(`file ${fileName}`);
    },
  };

  return (name, payload) => {
    watchEvent(watches, name, payload);
    show();
  };
}

/** Windows draws nothing for 0. */
const partOf = (done: number, total: number): number =>
  total === 0 ? 0.01 : Math.max(0.01, Math.min(1, done / total));
