import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import { DeskFailure, toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import { isTenantWide } from '../../../contract/errors/errors.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { ChangeEvent } from '../../tenants/endpoints/change-events.ts';
import type { RegisteredFollowed } from '../kind/followed-kind.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { BackgroundParts } from './background-reads.ts';
import { createBackgroundReads } from './background-reads.ts';
import type { RoundParts } from './drift-round.ts';
import { createDriftRound } from './drift-round.ts';
import type { DriftStore, StoredDrift } from './drift-store.ts';
import { eventsByItem } from './events-by-item.ts';
import type { DriftedKind } from './followed-kinds.ts';
import { driftedKinds, followedKinds } from './followed-kinds.ts';
import type { KindGroup } from './check-group.ts';
import { lookAtGroup } from './check-group.ts';
import { seenItems } from './seen-states.ts';

export interface DriftParts extends BackgroundParts, RoundParts {
  readonly kinds: KindTable;
  /** Kinds that are followed, and cannot be changed from here. */
  readonly followed: readonly RegisteredFollowed[];
  /** Who changed what since then, the newest first. */
  readonly changeEvents: (
    of: { readonly tenantId: string; readonly since: number },
    call: CallContext,
  ) => Promise<readonly ChangeEvent[]>;
}

export interface KnownDrift {
  readonly kinds: readonly DriftedKind[];
  readonly drifts: readonly StoredDrift[];
  /** True while more of the tenant is read in the background. */
  readonly isReading: boolean;
}

/**
 * What others have changed of a tenant since a person has seen it. The first look at a kind takes all of it as seen. Sends nothing
 * that changes anything.
 */
export interface Drift {
  /** What the last look has found; no tenant is asked. */
  known(tenantId: string): KnownDrift;
  /**
   * Reads the tenant and compares. Rejects where nothing of it can be read; one kind that cannot be is told with the others. Of a
   * large tenant the rest is read in the background then, page by page: `overview.drifted` tells of each.
   */
  look(tenantId: string, call: CallContext): Promise<KnownDrift>;
  /** Part by part what was seen and what is there now. Throws `not-found`. */
  parts(tenantId: string, kind: string, targetId: string): ChangePart[];
  /** With all of it, what cannot be compared any more is begun anew. */
  markSeen: DriftStore['markSeen'];
  /** Resolves when nothing is under way any more. */
  end(): Promise<void>;
}

const atOnce = 8;

export function createDrift(parts: DriftParts): Drift {
  const { store } = parts;
  const followed = followedKinds(parts.kinds, parts.followed);
  /** One look at a tenant at a time: two windows ask for the same. */
  const underWay = new Map<string, Promise<KnownDrift>>();
  const background = createBackgroundReads(parts);

  const known = (tenantId: string, errors: ReadonlyMap<string, DeskError>): KnownDrift => ({
    kinds: driftedKinds(followed, store, tenantId, errors),
    drifts: store.drifts(tenantId),
    isReading: background.isReading(tenantId),
  });

  async function look(tenantId: string, call: CallContext): Promise<KnownDrift> {
    const tenant = parts.tenants.get(tenantId);
    background.cancel(tenantId);
    const events = eventsByItem(await eventsOf(parts, tenantId, call));
    const round = createDriftRound(parts, { tenant, events });
    const errors = new Map<string, DeskError>();
    const waiting: KindGroup[] = [];
    for (const group of followed.groups) {
      try {
        if (await lookAtGroup(parts, group, round, { call, atOnce })) waiting.push(group);
      } catch (thrown) {
        if (call.signal.aborted) throw thrown;
        const error = toDeskError(thrown);
        // Nothing else of this tenant would be read either.
        if (isTenantWide(error.code)) throw thrown;
        for (const { name } of group) errors.set(name, error);
      }
    }
    if (waiting.length > 0) background.start(round, waiting);
    return known(tenantId, errors);
  }

  return {
    known: (tenantId) => known(tenantId, new Map()),
    look(tenantId, call) {
      const before = underWay.get(tenantId);
      if (before !== undefined) return before;
      const looking = look(tenantId, call).finally(() => underWay.delete(tenantId));
      underWay.set(tenantId, looking);
      return looking;
    },
    parts(tenantId, kindName, targetId) {
      const drift = store.drifts(tenantId).find((one) => one.kind === kindName && one.targetId === targetId);
      if (drift === undefined)
        throw failure('not-found', 'This change was marked as seen or no longer exists. Refresh.');
      const kind = followed.all.find(({ name }) => name === kindName) ?? parts.kinds.thing(kindName);
      const state = (value: unknown): unknown =>
        value === null ? null : kind.parse(value, drift.kindVersion);
      return kind.show(state(drift.before), state(drift.after));
    },
    markSeen(tenantId, keys) {
      store.markSeen(tenantId, keys);
      if (keys === undefined) for (const kind of followed.all) forgetUnreadable(store, kind, tenantId);
    },
    end: () => background.end(),
  };
}

/** None where the tenant does not tell who did what: then the window of time is all that is known. */
async function eventsOf(
  { store, changeEvents }: DriftParts,
  tenantId: string,
  call: CallContext,
): Promise<readonly ChangeEvent[]> {
  const since = store.oldestSeen(tenantId);
  if (since === undefined) return [];
  try {
    return await changeEvents({ tenantId, since }, call);
  } catch (thrown) {
    if (call.signal.aborted || !(thrown instanceof DeskFailure)) throw thrown;
    if (isTenantWide(thrown.error.code)) throw thrown;
    return [];
  }
}

function forgetUnreadable(store: DriftStore, kind: RegisteredFollowed, tenantId: string): void {
  const unreadable = seenItems(store, kind, tenantId).filter(({ isUnreadable }) => isUnreadable);
  if (unreadable.length === 0) return;
  store.forgetStates(
    tenantId,
    kind.name,
    unreadable.map(({ targetId }) => targetId),
  );
}
