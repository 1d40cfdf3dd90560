import type { ChangePart } from '../../../contract/change-parts.ts';
import { DeskFailure, toDeskError } from '../../../contract/desk-failure.ts';
import type { DeskError } from '../../../contract/errors.ts';
import { isTenantWide } from '../../../contract/errors.ts';
import type { CallContext } from '../../../contract/methods.ts';
import type { TenantProfile } from '../../../contract/tenants.ts';
import { failure } from '../../platform/failure.ts';
import { createTurns } from '../../platform/turns.ts';
import type { ChangeEvent } from '../../tenants/endpoints/change-events.ts';
import type { SessionDirectory } from '../../tenants/session/session-directory.ts';
import type { TenantDirectory } from '../../tenants/tenant-directory.ts';
import type { ChangeContext } from '../kind/change-kind.ts';
import type { ComparedThing, EventSubject } from '../kind/compared.ts';
import { createFreshReads } from '../kind/fresh-reads.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { RegisteredComparable } from '../kind/registered-comparable.ts';
import type { RegisteredThing } from '../kind/registered-kind.ts';
import { compareSeen } from './compare-seen.ts';
import type { Difference, LiveThing, OwnChange, SeenThing } from './compare-seen.ts';
import type { DriftStore, StoredDrift, StoredSeen } from './drift-store.ts';

export interface DriftParts {
  readonly kinds: KindTable;
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
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What is known of a kind: when it was read, and what of it could not be. */
export interface DriftedKind {
  readonly kind: string;
  readonly noun: { readonly one: string; readonly many: string };
  /** Null where it was never read. */
  readonly readAt: number | null;
  readonly notCompared: number;
  readonly error: DeskError | undefined;
}

export interface KnownDrift {
  readonly kinds: readonly DriftedKind[];
  readonly drifts: readonly StoredDrift[];
}

/**
 * What others have changed of a tenant since a person has seen it. The first look at a kind takes all of it as seen. Sends nothing
 * that changes anything.
 */
export interface Drift {
  /** What the last look has found; no tenant is asked. */
  known(tenantId: string): KnownDrift;
  /** Reads the tenant and compares. Rejects where nothing of it can be read; one kind that cannot be is told with the others. */
  look(tenantId: string, call: CallContext): Promise<KnownDrift>;
  /** Part by part what was seen and what is there now. Throws `not-found`. */
  parts(tenantId: string, kind: string, targetId: string): ChangePart[];
  markSeen: DriftStore['markSeen'];
}

type ComparedKind = RegisteredThing & { readonly compared: RegisteredComparable };

/** Up to so many things are read one by one in each look; of more, those that the events of the tenant name. */
const mostRead = 150;
const atOnce = 8;

export function createDrift(parts: DriftParts): Drift {
  const { kinds, store, tenants, sessions, now } = parts;
  const compared = kinds.things.filter((kind): kind is ComparedKind => kind.compared !== undefined);
  const groups = [...Map.groupBy(compared, (kind) => kind.compared.source).values()];
  /** One look at a tenant at a time: two windows ask for the same. */
  const underWay = new Map<string, Promise<KnownDrift>>();

  function known(tenantId: string, errors: ReadonlyMap<string, DeskError> = new Map()): KnownDrift {
    const looks = new Map(store.looks(tenantId).map((look) => [look.kind, look]));
    return {
      kinds: compared.map(({ name: kind, noun }) => ({
        ...{ kind, noun, readAt: looks.get(kind)?.readAt ?? null },
        notCompared: looks.get(kind)?.notCompared ?? 0,
        error: errors.get(kind),
      })),
      drifts: store.drifts(tenantId),
    };
  }

  async function look(tenantId: string, call: CallContext): Promise<KnownDrift> {
    const tenant = tenants.get(tenantId);
    const errors = new Map<string, DeskError>();
    const events = await eventsOf(tenantId, call);
    for (const group of groups) {
      try {
        await lookAt(group, { tenant, call, events });
      } catch (thrown) {
        if (call.signal.aborted) throw thrown;
        const error = toDeskError(thrown);
        // Nothing else of this tenant would be read either.
        if (isTenantWide(error.code)) throw thrown;
        for (const { name } of group) errors.set(name, error);
      }
    }
    return known(tenantId, errors);
  }

  /** Undefined where the tenant does not tell who did what: then the window of time is all that is known. */
  async function eventsOf(tenantId: string, call: CallContext): Promise<readonly ChangeEvent[] | undefined> {
    const since = store.oldestSeen(tenantId);
    if (since === undefined) return [];
    try {
      return await parts.changeEvents({ tenantId, since }, call);
    } catch (thrown) {
      if (call.signal.aborted || !(thrown instanceof DeskFailure)) throw thrown;
      if (isTenantWide(thrown.error.code)) throw thrown;
      return undefined;
    }
  }

  async function lookAt(group: readonly ComparedKind[], looking: Looking): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const { tenant } = looking;
    const context: ChangeContext = { tenant, call: looking.call, reads: createFreshReads(), pauses: [] };
    const { source } = first.compared;
    const readAt = now();
    const things = await source.list(context);
    const seen = new Map(group.map((kind) => [kind.name, seenOf(kind, tenant.id)]));
    const isFirst = !store.looks(tenant.id).some(({ kind }) => kind === first.name);
    const isNamed = namedBy(first, looking.events ?? []);
    const wanted =
      source.isWhole === true || things.length <= mostRead
        ? things
        : things.filter(({ id }) => !isFirst && isNamed(id)).slice(0, mostRead);
    const records = await readAll(first, wanted, context);
    for (const kind of group) {
      note(kind, { ...looking, things, records, readAt, seen: seen.get(kind.name) ?? [], isFirst });
    }
  }

  function seenOf(kind: ComparedKind, tenantId: string): SeenThing[] {
    return store.seen(tenantId, kind.name).map(({ kindVersion, state, ...thing }) => ({
      ...thing,
      state: state === undefined ? undefined : readable(kind, state, kindVersion),
    }));
  }

  function note(kind: ComparedKind, found: Found): void {
    const { tenant, things, records, readAt, isFirst, events } = found;
    const where = { tenant, other: tenant, as: tenant };
    const live = things.map((thing): LiveThing => {
      const record = records.get(thing.id);
      const isTold = record !== undefined && kind.compared.isTold(record);
      return {
        ...{ targetId: thing.id, name: thing.name, about: thing.variant, changed: thing.changed },
        state: isTold ? kind.compared.stateOf(record, where) : undefined,
      };
    });
    const notCompared = live.filter(({ state }) => state === undefined).length;
    const lookOf = { kind: kind.name, readAt, notCompared };
    const asSeen = ({ targetId, name, about, state }: LiveThing): StoredSeen => ({
      ...{ targetId, name, about, state, kindVersion: kind.version, seenAt: readAt },
    });
    if (isFirst) {
      store.note(tenant.id, { look: lookOf, drifts: [], seen: live.map(asSeen), forgotten: [] });
      return;
    }
    const { seen } = found;
    const own = store.ownChanges(tenant.id, store.oldestSeen(tenant.id) ?? readAt);
    const { differences, adopted, forgotten } = compareSeen({
      ...{ kind, seen, live },
      own: own.get(kind.name) ?? [],
      currentId: (id) => parts.currentId(tenant.id, id),
      isNamed: namedBy(kind, events ?? []),
      isWithAnother: comesWithAnother(kind, tenant.id, own),
    });
    store.note(tenant.id, {
      look: lookOf,
      drifts: differences.map((difference) => ({
        ...driftOf(difference, kind, readAt),
        ...whoChanged(difference, kind, found, sessions),
      })),
      seen: adopted.map(asSeen),
      forgotten,
    });
  }

  /** What belongs to a thing that came or went is told with that thing, and comes after it in the table of kinds. */
  function comesWithAnother(
    kind: ComparedKind,
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
      const kind = kinds.thing(kindName);
      const state = (value: unknown): unknown =>
        value === null ? null : kind.parse(value, drift.kindVersion);
      return kind.show(state(drift.before), state(drift.after));
    },
    markSeen: store.markSeen,
  };
}

interface Looking {
  readonly tenant: TenantProfile;
  readonly call: CallContext;
  readonly events: readonly ChangeEvent[] | undefined;
}

interface Found extends Looking {
  readonly things: readonly ComparedThing[];
  readonly records: ReadonlyMap<string, unknown>;
  readonly readAt: number;
  readonly seen: readonly SeenThing[];
  readonly isFirst: boolean;
}

/** Undefined for one of another version of the desk: what it was is not known then. */
function readable(kind: ComparedKind, state: unknown, version: number): unknown {
  try {
    return kind.parse(state, version);
  } catch (error) {
    if (error instanceof DeskFailure && error.error.code === 'record-unreadable') return undefined;
    throw error;
  }
}

/** Records by identifier. One that cannot be read is left out, for it is compared the next time; a tenant that cannot be is not. */
async function readAll(
  { compared: { source } }: ComparedKind,
  things: readonly ComparedThing[],
  context: ChangeContext,
): Promise<ReadonlyMap<string, unknown>> {
  const records = new Map<string, unknown>();
  const turns = createTurns();
  for (let at = 0; at < things.length; at += atOnce) {
    context.call.signal.throwIfAborted();
    await Promise.all(
      things.slice(at, at + atOnce).map(async (thing) => {
        try {
          const record = await source.read(thing, context);
          if (record !== undefined) records.set(thing.id, record);
        } catch (thrown) {
          const error = toDeskError(thrown);
          if (context.call.signal.aborted || isTenantWide(error.code) || error.retryable) throw thrown;
        }
      }),
    );
    if (turns.isOver()) await turns.rest();
  }
  return records;
}

const isAbout = (event: ChangeEvent, subject: EventSubject | undefined): boolean =>
  subject !== undefined && event.subject === subject.type && event.id === subject.id;

function namedBy(kind: ComparedKind, events: readonly ChangeEvent[]): (targetId: string) => boolean {
  const ids = new Set(events.map(({ subject, id }) => `${subject} ${id ?? ''}`));
  return (targetId) => {
    const subject = kind.compared.eventSubject(targetId);
    return subject !== undefined && ids.has(`${subject.type} ${subject.id ?? ''}`);
  };
}

function driftOf(difference: Difference, { version }: ComparedKind, readAt: number) {
  const { targetId, seenId, name, about, summary, before, after, seenAt } = difference;
  return {
    ...{ targetId, seenId, name, about, summary, before, after, difference: difference.difference },
    ...{ kindVersion: version, seenAt: seenAt ?? readAt },
  };
}

/**
 * The last that did something to it, by what the list or the events of the tenant tell. Others come before the person who is
 * signed in: what they did from here is known already.
 */
function whoChanged(
  { targetId, changed, seenAt }: Difference,
  kind: ComparedKind,
  { tenant, events }: Found,
  sessions: SessionDirectory,
): Pick<StoredDrift, 'changedAt' | 'changedBy'> {
  if (changed !== undefined && changed.by !== '') return { changedAt: changed.at, changedBy: changed.by };
  const subject = kind.compared.eventSubject(targetId);
  const about = (events ?? []).filter((event) => isAbout(event, subject) && event.at >= (seenAt ?? 0));
  const session = sessions.status(tenant.id);
  const ownId = session.state === 'signed-in' ? session.user.subject : '';
  const event = about.find(({ byId }) => byId !== ownId) ?? about[0];
  return { changedAt: event?.at ?? null, changedBy: event?.by ?? '' };
}
