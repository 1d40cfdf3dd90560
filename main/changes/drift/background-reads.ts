import type { Emit } from '../../../contract/bridge/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { DriftRound } from './drift-round.ts';
import type { KindGroup, LookParts } from './check-group.ts';
import { lookAtGroup } from './check-group.ts';

export interface BackgroundParts extends LookParts {
  readonly log: Log;
  readonly emit: Emit;
  readonly newId: () => string;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Ends background work. */
  readonly stopped: AbortSignal;
}

/** Reads the rest of tenants in the background after a check, page by page. The next check replaces it. */
export interface BackgroundReads {
  isReading(tenantId: string): boolean;
  start(round: DriftRound, waiting: readonly KindGroup[]): void;
  cancel(tenantId: string): void;
  /** Resolves when no reads are active anymore. */
  end(): Promise<void>;
}

/** Pages that follow a check. */
const maxPages = 40;
const pauseBetweenMs = 2000;
/** Lower than in the foreground, because no one waits for it, and others work on the tenant. */
const atOnce = 3;

export function createBackgroundReads(parts: BackgroundParts): BackgroundReads {
  const running = new Map<string, { readonly round: DriftRound; readonly ended: Promise<void> }>();
  return {
    isReading: (tenantId) => running.has(tenantId),
    start(round, waiting) {
      const tenantId = round.tenant.id;
      const ended = readPages(parts, round, waiting)
        .catch((error: unknown) => {
          // What wasn't read is counted, and read by the next check.
          parts.log.write('info', 'drift.not-read-on', { tenantId, error });
        })
        .finally(() => {
          if (running.get(tenantId)?.round === round) running.delete(tenantId);
          if (!round.isOver()) parts.emit('overview.drifted', { tenantId });
        });
      running.set(tenantId, { round, ended });
    },
    cancel(tenantId) {
      running.get(tenantId)?.round.cancel();
      running.delete(tenantId);
    },
    async end() {
      for (const { round } of running.values()) round.cancel();
      await Promise.allSettled([...running.values()].map(({ ended }) => ended));
    },
  };
}

async function readPages(
  parts: BackgroundParts,
  round: DriftRound,
  waiting: readonly KindGroup[],
): Promise<void> {
  const call = { signal: parts.stopped, requestId: parts.newId() };
  let pages = 0;
  for (const group of waiting) {
    for (let isWaiting = true; isWaiting && pages < maxPages; pages += 1) {
      await parts.pause(pauseBetweenMs);
      if (round.isOver()) return;
      isWaiting = await lookAtGroup(parts, group, round, { call, atOnce });
      if (round.isOver()) return;
      parts.emit('overview.drifted', { tenantId: round.tenant.id });
    }
  }
}
