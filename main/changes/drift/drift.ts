import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import { DeskFailure, toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import { isTenantWide } from '../../../contract/errors/errors.ts';
import type { Emit } from '../../../contract/bridge/events.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ChangeEvent } from '../../tenants/endpoints/change-events.ts';
import type { SessionDirectory } from '../../tenants/session/session-directory.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import type { ComparedThing } from '../kind/compared.ts';
import type { RegisteredFollowed } from '../kind/followed-kind.ts';
import { createFreshReads } from '../kind/fresh-reads.ts';
import type { KindTable } from '../kind/kind-table.ts';
import { compareSeen } from './compare-seen.ts';
import type { Difference, LiveThing, OwnChange, SeenThing } from './compare-seen.ts';
import type { DriftStore, StoredDrift, StoredOwnChange, StoredSeen } from './drift-store.ts';
import type { EventsByThing } from './events-by-thing.ts';
import { eventsByThing, whoChanged } from './events-by-thing.ts';
import { readAll } from './read-all.ts';

export interface DriftParts {
  readonly kinds: KindTable;
  /** Kinds that are followed, and cannot be changed from here. */
  readonly followed: readonly RegisteredFollowed[];
  readonly store: DriftStore;
  readonly tenants: TenantDirectory;
  readonly sessions: SessionDirectory;
  /** The identifier under which a thing goes on. */
  readonly currentId: (tenantId: string, id: string) => string;
  /** Who changed what since then, the newest first. */
  readonly changeEvents: (
    of: { readonly tenantId: string; readonly since: number },
    call: CallContext,
  ) => Promise<readonly ChangeEvent[]>;
  readonly log: Log;
  readonly emit: Emit;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Ends what goes on in the background. */
  readonly stopped: AbortSignal;
}

/** What is known of a kind: when it was read, and what of it could not be. */
export interface DriftedKind {
  readonly kind: string;
  readonly noun: { readonly one: string; readonly many: string };
  /** Null where it was never read. */
  readonly readAt: number | null;
  readonly notCompared: number;
  readonly unreadable: number;
  readonly error: DeskError | undefined;
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

/** Things that are read one by one for one page; and pages that follow a look in the background. */
const pageSize = 150;
const mostPages = 40;
const pauseBetweenMs = 2000;
const atOnce = 8;
/** In the background nobody waits, and others work on the tenant. */
const atOnceInBackground = 3;
/** By so much the clock of a tenant may be behind. */
const clockSlackMs = 120_000;

export function createDrift(parts: DriftParts): Drift {
  const { kinds, store, tenants, sessions, now } = parts;
  const compared: readonly RegisteredFollowed[] = [
    ...kinds.things.filter((kind): kind is typeof kind & RegisteredFollowed => kind.compared !== undefined),
    ...parts.followed,
  ];
  const groups = [...Map.groupBy(compared, (kind) => kind.compared.source).values()];
  const firstOf = new Map(groups.flatMap((group) => group.map((kind) => [kind.name, group[0]?.name])));
  /** One look at a tenant at a time: two windows ask for the same. */
  const underWay = new Map<string, Promise<KnownDrift>>();
  /** What a tenant is read for in the background. Another look begins anew. */
  const rounds = new Map<string, { readonly round: Round; readonly ended: Promise<void> }>();

  function known(tenantId: string, errors: ReadonlyMap<string, DeskError> = new Map()): KnownDrift {
    const looks = new Map(store.looks(tenantId).map((look) => [look.kind, look]));
    const notComparedOf = (kind: string): number => looks.get(kind)?.notCompared ?? 0;
    return {
      kinds: compared.map(({ name: kind, noun }) => {
        const first = firstOf.get(kind) ?? kind;
        return {
          ...{ kind, noun, readAt: looks.get(kind)?.readAt ?? null },
          // What is read with another thing is not counted beside it.
          notCompared: Math.max(0, notComparedOf(kind) - (first === kind ? 0 : notComparedOf(first))),
          unreadable: looks.get(kind)?.unreadable ?? 0,
          error: errors.get(kind),
        };
      }),
      drifts: store.drifts(tenantId),
      isReading: rounds.has(tenantId),
    };
  }

  async function look(tenantId: string, call: CallContext): Promise<KnownDrift> {
    const tenant = tenants.get(tenantId);
    const errors = new Map<string, DeskError>();
    endRound(tenantId);
    const events = eventsByThing(await eventsOf(tenantId, call));
    const round: Round = {
      ...{ tenant, events, isOver: false },
      ...{ lists: new Map(), done: new Map(), unreadable: new Map() },
    };
    const waiting: RegisteredFollowed[][] = [];
    for (const group of groups) {
      try {
        if (await lookAt(group, round, { call, atOnce })) waiting.push(group);
      } catch (thrown) {
        if (call.signal.aborted) throw thrown;
        const error = toDeskError(thrown);
        // Nothing else of this tenant would be read either.
        if (isTenantWide(error.code)) throw thrown;
        for (const { name } of group) errors.set(name, error);
      }
    }
    if (waiting.length > 0) startRound(round, waiting);
    return known(tenantId, errors);
  }

  function startRound(round: Round, waiting: readonly (readonly RegisteredFollowed[])[]): void {
    const tenantId = round.tenant.id;
    const ended = readOn(round, waiting)
      .catch((error: unknown) => {
        // What was not read is counted, and read by the next look.
        parts.log.write('info', 'drift.not-read-on', { tenantId, error });
      })
      .finally(() => {
        if (rounds.get(tenantId)?.round === round) rounds.delete(tenantId);
        if (!isOver(round)) parts.emit('overview.drifted', { tenantId });
      });
    rounds.set(tenantId, { round, ended });
  }

  const isOver = ({ tenant, isOver: isReplaced }: Round): boolean =>
    isReplaced || parts.stopped.aborted || !tenants.list().some(({ id }) => id === tenant.id);

  /** Another look begins: what this one still reads is not written. */
  function endRound(tenantId: string): void {
    const running = rounds.get(tenantId);
    if (running !== undefined) running.round.isOver = true;
    rounds.delete(tenantId);
  }

  async function readOn(round: Round, waiting: readonly (readonly RegisteredFollowed[])[]): Promise<void> {
    const call = { signal: parts.stopped, requestId: parts.newId() };
    let pages = 0;
    for (const group of waiting) {
      for (let isWaiting = true; isWaiting && pages < mostPages; pages += 1) {
        await parts.pause(pauseBetweenMs);
        if (isOver(round)) return;
        isWaiting = await lookAt(group, round, { call, atOnce: atOnceInBackground });
        if (isOver(round)) return;
        parts.emit('overview.drifted', { tenantId: round.tenant.id });
      }
    }
  }

  /** None where the tenant does not tell who did what: then the window of time is all that is known. */
  async function eventsOf(tenantId: string, call: CallContext): Promise<readonly ChangeEvent[]> {
    const since = store.oldestSeen(tenantId);
    if (since === undefined) return [];
    try {
      return await parts.changeEvents({ tenantId, since }, call);
    } catch (thrown) {
      if (call.signal.aborted || !(thrown instanceof DeskFailure)) throw thrown;
      if (isTenantWide(thrown.error.code)) throw thrown;
      return [];
    }
  }

  /** Reads the list of a group and a page of its things, and compares. True where more of it waits to be read. */
  async function lookAt(
    group: readonly RegisteredFollowed[],
    round: Round,
    { call, atOnce: width }: { readonly call: CallContext; readonly atOnce: number },
  ): Promise<boolean> {
    const [first] = group;
    if (first === undefined) return false;
    const { tenant } = round;
    const context: ChangeContext = { tenant, call, reads: createFreshReads(), pauses: [] };
    const source = first.compared.source.ofOne ?? first.compared.source;
    const readAt = now();
    const keyId = (await first.compared.source.ofOne?.keyId(tenant.id)) ?? '';
    // Pages that follow are of the list that the look has read: it is long, and what comes later is of the next look.
    const things = round.lists.get(first.name) ?? (await source.list(context));
    round.lists.set(first.name, things);
    const seen = new Map(group.map((kind) => [kind.name, seenOf(kind, tenant.id)]));
    const isFirst = !store.looks(tenant.id).some(({ kind }) => kind === first.name);
    const done = round.done.get(first.name) ?? new Set<string>();
    round.done.set(first.name, done);
    const due = things.filter(({ id }) => !done.has(id));
    const page =
      first.compared.source.isWhole === true || due.length <= pageSize
        ? due
        : inOrder(first, due, { round, seen: seen.get(first.name) ?? [] }).slice(0, pageSize);
    const records = await readAll(source, page, context, width);
    if (isOver(round)) return false;
    for (const { id } of page) done.add(id);
    const isRead = new Set(page.map(({ id }) => id));
    for (const kind of group) {
      note(kind, { round, things, records, isRead, readAt, keyId, seen: seen.get(kind.name) ?? [], isFirst });
    }
    return page.length < due.length;
  }

  /** First what events name since it was read, then what was not read for the longest time. */
  function inOrder(
    kind: RegisteredFollowed,
    due: readonly ComparedThing[],
    { round, seen }: { readonly round: Round; readonly seen: readonly KnownThing[] },
  ): readonly ComparedThing[] {
    const { tenant } = round;
    const readAt = new Map(store.drifts(tenant.id).map((drift) => [drift.targetId, drift.readAt]));
    for (const thing of seen) readAt.set(parts.currentId(tenant.id, thing.targetId), thing.readAt);
    const orderOf = ({ id }: ComparedThing): number => {
      const lastRead = readAt.get(id) ?? 0;
      const [last] = round.events.about(kind.compared.eventSubject(id));
      return last !== undefined && last.at > lastRead - clockSlackMs ? -1 : lastRead;
    };
    return due
      .map((thing) => ({ thing, order: orderOf(thing) }))
      .toSorted((one, other) => one.order - other.order)
      .map(({ thing }) => thing);
  }

  /** Their states are read from the disk when they are asked for. */
  function seenOf(kind: RegisteredFollowed, tenantId: string): KnownThing[] {
    return store.seen(tenantId, kind.name).map(({ kindVersion, ...thing }) => {
      let read: Pick<SeenThing, 'state' | 'isUnreadable'> | undefined;
      const known = (): Pick<SeenThing, 'state' | 'isUnreadable'> => {
        if (read !== undefined) return read;
        const { state, isDamaged } = store.seenState(tenantId, kind.name, thing.targetId);
        const parsed = state === undefined ? undefined : readable(kind, state, kindVersion);
        read = { state: parsed, isUnreadable: isDamaged || (state !== undefined && parsed === undefined) };
        return read;
      };
      return {
        ...thing,
        get state() {
          return known().state;
        },
        get isUnreadable() {
          return known().isUnreadable;
        },
      };
    });
  }

  function note(kind: RegisteredFollowed, found: Found): void {
    const { round, things, records, isRead, readAt, keyId, isFirst } = found;
    const { tenant, events } = round;
    const where = { tenant, other: tenant, as: tenant };
    const live = things.map((thing): LiveThing => {
      const record = records.get(thing.id);
      const isTold = record !== undefined && kind.compared.isTold(record);
      return {
        ...{ targetId: thing.id, name: thing.name, about: thing.variant, changed: thing.changed, keyId },
        state: isTold ? kind.compared.stateOf(record, where) : undefined,
      };
    });
    const done = round.done.get(firstOf.get(kind.name) ?? kind.name) ?? isRead;
    const isUntold = ({ targetId, state }: LiveThing): boolean =>
      isRead.has(targetId) ? state === undefined : !done.has(targetId);
    const unreadable = round.unreadable.get(kind.name) ?? new Set<string>();
    round.unreadable.set(kind.name, unreadable);
    for (const thing of found.seen) {
      const id = parts.currentId(tenant.id, thing.targetId);
      if (isRead.has(id) && thing.isUnreadable) unreadable.add(id);
    }
    const notCompared = live.filter(isUntold).length;
    const lookOf = { kind: kind.name, readAt, notCompared, unreadable: unreadable.size };
    const asSeen = ({ targetId, name, about, state }: LiveThing): StoredSeen => ({
      ...{ targetId, name, about, state, keyId, kindVersion: kind.version, seenAt: readAt },
      readAt: isRead.has(targetId) ? readAt : 0,
    });
    const shared = {
      compared: [...isRead],
      kept: new Set(live.flatMap(({ targetId }) => (isRead.has(targetId) ? [] : [targetId]))),
    };
    if (isFirst) {
      const seen = live.map(asSeen);
      store.note(tenant.id, { look: lookOf, drifts: [], seen, forgotten: [], ...shared });
      return;
    }
    const stored = store.ownChanges(tenant.id, store.oldestSeen(tenant.id) ?? readAt);
    const { differences, adopted, forgotten } = compareSeen({
      ...{ kind, seen: found.seen, live },
      own: (stored.get(kind.name) ?? []).flatMap((change) => readableOwn(kind, change)),
      currentId: (id) => parts.currentId(tenant.id, id),
      isNamed: (targetId) => events.about(kind.compared.eventSubject(targetId)).length > 0,
      isWithAnother: comesWithAnother(kind, tenant.id, stored),
    });
    const session = sessions.status(tenant.id);
    const ownId = session.state === 'signed-in' ? session.user.subject : '';
    store.note(tenant.id, {
      look: lookOf,
      drifts: differences.map((difference) => ({
        ...driftOf(difference, kind, { readAt, keyId }),
        ...whoChanged(difference, events.about(kind.compared.eventSubject(difference.targetId)), ownId),
      })),
      seen: adopted.map(asSeen),
      forgotten,
      ...shared,
    });
  }

  /** What belongs to a thing that came or went is told with that thing, and comes after it in the table of kinds. */
  function comesWithAnother(
    kind: RegisteredFollowed,
    tenantId: string,
    own: ReadonlyMap<string, readonly OwnChange[]>,
  ): (targetId: string) => boolean {
    const outer = kind.compared.within?.kind;
    if (outer === undefined) return () => false;
    const moved = new Set([
      ...store
        .drifts(tenantId)
        .flatMap((drift) => (drift.kind === outer && drift.difference !== 'changed' ? [drift.targetId] : [])),
      ...(own.get(outer) ?? []).flatMap(({ verb, targetId }) => (verb === 'update' ? [] : [targetId])),
    ]);
    return (targetId) => {
      const subject = kind.compared.eventSubject(targetId);
      return subject?.id != null && moved.has(subject.id);
    };
  }

  return {
    known,
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
        throw failure('not-found', 'This change was marked as seen, or is no longer there. Read again.');
      const kind = compared.find(({ name }) => name === kindName) ?? kinds.thing(kindName);
      const state = (value: unknown): unknown =>
        value === null ? null : kind.parse(value, drift.kindVersion);
      return kind.show(state(drift.before), state(drift.after));
    },
    markSeen(tenantId, keys) {
      store.markSeen(tenantId, keys);
      if (keys !== undefined) return;
      for (const kind of compared) {
        const ids = seenOf(kind, tenantId).flatMap(({ targetId, isUnreadable }) =>
          isUnreadable ? [targetId] : [],
        );
        if (ids.length > 0) store.forgetStates(tenantId, kind.name, ids);
      }
    },
    async end() {
      for (const { round } of rounds.values()) round.isOver = true;
      await Promise.allSettled([...rounds.values()].map(({ ended }) => ended));
    },
  };
}

/** What a look and the pages that follow it have in common. */
interface Round {
  readonly tenant: TenantProfile;
  readonly events: EventsByThing;
  /** All things, and those that were read in it, by the first kind of their group. */
  readonly lists: Map<string, readonly ComparedThing[]>;
  readonly done: Map<string, Set<string>>;
  /** Things that are kept and cannot be read, by kind. */
  readonly unreadable: Map<string, Set<string>>;
  /** True once another look has begun: what this one reads is not written any more. */
  isOver: boolean;
}

type KnownThing = SeenThing & Pick<StoredSeen, 'readAt'>;

interface Found {
  readonly round: Round;
  readonly things: readonly ComparedThing[];
  readonly records: ReadonlyMap<string, unknown>;
  /** Things that were read for it, whether they could be or not. */
  readonly isRead: ReadonlySet<string>;
  readonly readAt: number;
  readonly keyId: string;
  readonly seen: readonly KnownThing[];
  readonly isFirst: boolean;
}

/** None for one of another version of the desk: what it did is not known then. */
function readableOwn(kind: RegisteredFollowed, { kindVersion, ...change }: StoredOwnChange): OwnChange[] {
  const read = (state: unknown): unknown => (state === null ? null : readable(kind, state, kindVersion));
  const [before, after] = [read(change.before), read(change.after)];
  return before === undefined || after === undefined ? [] : [{ ...change, before, after }];
}

/** Undefined for one of another version of the desk: what it was is not known then. */
function readable(kind: RegisteredFollowed, state: unknown, version: number): unknown {
  try {
    return kind.parse(state, version);
  } catch (error) {
    if (error instanceof DeskFailure && error.error.code === 'record-unreadable') return undefined;
    throw error;
  }
}

function driftOf(
  difference: Difference,
  { version }: RegisteredFollowed,
  { readAt, keyId }: { readonly readAt: number; readonly keyId: string },
) {
  const { targetId, seenId, name, about, summary, before, after, seenAt } = difference;
  return {
    ...{ targetId, seenId, name, about, summary, before, after, difference: difference.difference },
    ...{ kindVersion: version, keyId, seenAt: seenAt ?? readAt },
  };
}
