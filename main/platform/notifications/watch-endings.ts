import type { NotificationEvent, Notice } from '../../../contract/app/notifications.ts';
import type { EventName, EventPayload } from '../../../contract/bridge/events.ts';
import type { Job } from '../../../contract/jobs/jobs.ts';
import type { OfflineStatus } from '../../../contract/offline/offline.ts';
import type { EventWatches } from './event-watches.ts';
import { watchEvent } from './event-watches.ts';
import { counted, formatNumber } from '../../../languages/text/intl.ts';

export interface EndingParts {
  readonly notify: (notice: Notice) => void;
  readonly isWanted: (event: NotificationEvent) => boolean;
  /** The name of a tenant of the profile. */
  readonly tenantName: (tenantId: string) => string;
}

/** Recognizes by main's events that something has ended, and reports it. */
export interface Endings {
  note(name: EventName, payload: unknown): void;
  /** Jobs as they were just read: those seen running, and then no longer, have ended. */
  noteJobs(tenantId: string, jobs: readonly Pick<Job, 'id' | 'state' | 'isMine'>[]): void;
}

type Watch<Name extends EventName> = (payload: EventPayload<Name>) => readonly Notice[];

export function createEndings(parts: EndingParts): Endings {
  const report = (notices: readonly Notice[]): void => {
    for (const notice of notices) if (parts.isWanted(notice.event)) parts.notify(notice);
  };
  const plans = watchPlans(parts);
  const watches: EventWatches<readonly Notice[]> = {
    'changes.progress': plans.progress,
    'changes.opened': plans.opened,
    'results.exportProgress': watchExports(),
    'offline.changed': watchSyncs(parts),
  };
  const running = new Set<string>();
  return {
    note(name, payload) {
      report(watchEvent(watches, name, payload) ?? []);
    },
    noteJobs(tenantId, jobs) {
      for (const { id, state, isMine } of jobs) {
        const key = `${tenantId}\n${id}`;
        if (state === 'queued' || state === 'running') running.add(key);
        else if (running.delete(key) && isMine)
          report([endedJob(parts.tenantName(tenantId), { tenantId, id, state })]);
      }
    },
  };
}

/** A run ends when its plan is no longer open, or open and no longer running. */
function watchPlans({ tenantName }: EndingParts) {
  const running = new Map<string, { readonly tenantId: string; done: number; total: number }>();
  const progress: Watch<'changes.progress'> = ({ planId, stage, done, total }) => {
    const run = running.get(planId);
    if (run !== undefined && stage === 'applying') Object.assign(run, { done, total });
    return [];
  };
  const opened: Watch<'changes.opened'> = (plans) => {
    for (const { id, tenantId, isRunning, counts } of plans) {
      if (isRunning && !running.has(id))
        running.set(id, { tenantId, done: 0, total: sumOf(Object.values(counts)) });
    }
    const stillRunning = new Set(plans.filter(({ isRunning }) => isRunning).map(({ id }) => id));
    const ended = [...running].filter(([id]) => !stillRunning.has(id));
    return ended.map(([planId, { tenantId, done, total }]) => {
      running.delete(planId);
      const isOpen = plans.some(({ id }) => id === planId);
      const tenant = tenantName(tenantId);
      return {
        event: 'plans' as const,
        // It isn’t said that all were applied: the run may also have been rolled back.
        title: isOpen ? 'Changes need attention' : 'Changes finished',
        text: isOpen
          ? `${tenant}: stopped after ${formatNumber(done)} of ${counted(total, 'change')}.`
          : `${tenant}: ${counted(total, 'change')} finished. The receipt is in History.`,
        place: { scope: 'global' as const, view: 'history' as const, rest: [] },
        planId,
      };
    });
  };
  return { progress, opened };
}

function watchExports(): Watch<'results.exportProgress'> {
  return ({ rows, total, isRunning }) => {
    if (isRunning) return [];
    const isComplete = rows >= total;
    return [
      {
        event: 'exports',
        title: isComplete ? 'Export finished' : 'Export stopped',
        text: isComplete
          ? `${counted(rows, 'row')} written.`
          : `${formatNumber(rows)} of ${counted(total, 'row')} written.`,
      },
    ];
  };
}

function watchSyncs({ tenantName }: EndingParts): Watch<'offline.changed'> {
  const running = new Set<string>();
  return (status) => {
    const { tenantId, isOn, isRunning, isStopped } = status;
    if (isRunning) running.add(tenantId);
    // Someone who stopped it knows that it ended.
    if (isRunning || !running.delete(tenantId) || !isOn || isStopped) return [];
    const failed = failedOf(status);
    const tenant = tenantName(tenantId);
    const synced = failed === 0 ? 'is available offline.' : `was synced, except ${counted(failed, 'item')}.`;
    const isDone = status.error === undefined;
    return [
      {
        event: 'syncs',
        title: isDone ? 'Offline sync finished' : 'Offline sync is waiting',
        text: isDone ? `${tenant} ${synced}` : `${tenant} can’t be synced now.`,
        place: { scope: 'tenant', tenantId, view: 'overview', rest: [] },
      },
    ];
  };
}

const failedOf = ({ kinds }: OfflineStatus): number => sumOf(kinds.map(({ failed }) => failed));

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

function endedJob(
  tenant: string,
  { tenantId, id, state }: { readonly tenantId: string; readonly id: string; readonly state: Job['state'] },
): Notice {
  const title = { succeeded: 'Job succeeded', failed: 'Job failed' }[String(state)] ?? 'Job ended';
  return {
    event: 'jobs',
    title,
    text: `${tenant}: open it to see the result.`,
    place: { scope: 'tenant', tenantId, view: 'procedures', rest: ['jobs', id] },
  };
}
