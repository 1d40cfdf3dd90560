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
  /** Kinds that are followed, and can't be changed with Tenant Desk. */
  readonly followed: readonly RegisteredFollowed[];
  /** Who changed what since then, newest first. */
  readonly changeEvents: (
    of: { readonly tenantId: string; readonly since: number },
    call: CallContext,
  ) => Promise<readonly ChangeEvent[]>;
}

export interface KnownDrift {
  readonly kinds: readonly DriftedKind[];
  readonly drifts: readonly StoredDrift[];
  /** True while the rest of the tenant is read in the background. */
  readonly isReading: boolean;
}

/**
 * Changes by others to a tenant since a person has seen it. The first check of a kind marks all of it as seen. Sends nothing
 * that changes anything.
 */
export interface Drift {
  /** The results of the last check, without requests. */
  known(tenantId: string): KnownDrift;
  /**
   * Reads the tenant and compares. Rejects if none of it can be read; the error of a single kind is part of the result. The rest
   * of a large tenant is then read in the background, page by page, with an `overview.drifted` event for each.
   */
  look(tenantId: string, call: CallContext): Promise<KnownDrift>;
  /** The seen and the current state, part by part. Throws `not-found`. */
  parts(tenantId: string, kind: string, targetId: string): ChangePart[];
  /** Without keys, items whose seen state can't be read start over as well. */
  markSeen: DriftStore['markSeen'];
  /** Resolves when nothing is running anymore. */
  end(): Promise<void>;
}

const atOnce = 8;

export function createDrift(parts: DriftParts): Drift {
  const { store } = parts;
  const followed = followedKinds(parts.kinds, parts.followed);
  /** One check of a tenant at a time: a second window gets the result of the first. */
  const running = new Map<string, Promise<KnownDrift>>();
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
        // No other kind of this tenant could be read either.
        if (isTenantWide(error.code)) throw thrown;
        for (const { name } of group) errors.set(name, error);
      }
    }
    if (waiting.length > 0) background.start(round, waiting);
    return known(tenantId, errors);
  }

  async function shared(tenantId: string, call: CallContext): Promise<KnownDrift> {
    const before = running.get(tenantId);
    if (before === undefined) {
      const looking = look(tenantId, call).finally(() => running.delete(tenantId));
      running.set(tenantId, looking);
      return looking;
    }
    try {
      return await before;
    } catch (thrown) {
      // The window that started it was closed; this one still waits for the result.
      if (toDeskError(thrown).code !== 'canceled' || call.signal.aborted) throw thrown;
      return shared(tenantId, call);
    }
  }

  return {
    known: (tenantId) => known(tenantId, new Map()),
    look: shared,
    parts(tenantId, kindName, targetId) {
      const drift = store.drifts(tenantId).find((one) => one.kind === kindName && one.targetId === targetId);
      if (drift === undefined)
        throw failure('not-found', 'This change was marked as seen or no longer exists. Refresh.');
      const kind = followed.all.find(({ name }) => name === kindName) ?? parts.kinds.itemKind(kindName);
      const state = (value: unknown): unknown =>
        value === null ? null : kind.parse(value, drift.kindVersion);
      return kind.show(state(drift.before), state(drift.after));
    },
    markSeen(tenantId, keys) {
      store.markSeen(tenantId, keys);
      if (keys === undefined) for (const kind of followed.all) clearUnreadable(store, kind, tenantId);
    },
    end: () => background.end(),
  };
}

/** Empty if the tenant doesn't report who did what: then only the time range is known. */
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

function clearUnreadable(store: DriftStore, kind: RegisteredFollowed, tenantId: string): void {
  const unreadable = seenItems(store, kind, tenantId).filter(({ isUnreadable }) => isUnreadable);
  if (unreadable.length === 0) return;
  store.clearStates(
    tenantId,
    kind.name,
    unreadable.map(({ targetId }) => targetId),
  );
}
