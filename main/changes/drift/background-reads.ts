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
  /** Ends what runs in the background. */
  readonly stopped: AbortSignal;
}

/** What tenants are read for after a look, page by page. Another look begins again. */
export interface BackgroundReads {
  isReading(tenantId: string): boolean;
  start(round: DriftRound, waiting: readonly KindGroup[]): void;
  cancel(tenantId: string): void;
  /** Resolves when nothing is under way any more. */
  end(): Promise<void>;
}

/** Pages that follow a look. */
const maxPages = 40;
const pauseBetweenMs = 2000;
/** Nobody waits, and others work on the tenant. */
const atOnce = 3;

export function createBackgroundReads(parts: BackgroundParts): BackgroundReads {
  const running = new Map<string, { readonly round: DriftRound; readonly ended: Promise<void> }>();
  return {
    isReading: (tenantId) => running.has(tenantId),
    start(round, waiting) {
      const tenantId = round.tenant.id;
      const ended = readPages(parts, round, waiting)
        .catch((error: unknown) => {
          // What was not read is counted, and read by the next look.
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
