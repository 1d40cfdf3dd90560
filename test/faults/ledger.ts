import type { ItemState, PlanItem } from '../../contract/changes/changes.ts';
import type { ProxiedRequest } from '../fakes/fault-proxy.ts';
import { markerPattern } from './edited-items.ts';
import { isSameRequest } from './faulty-network.ts';

import type { TenantState } from './tenant-state.ts';

export const deskNames = ['A', 'B', 'C'] as const;
export type DeskName = (typeof deskNames)[number];

export function tokensIn(value: unknown): ReadonlySet<string> {
  return new Set(
    JSON.stringify(value ?? null)
      .match(markerPattern)
      ?.map((marker) => marker.toLowerCase()),
  );
}

interface Write {
  readonly by: DeskName | 'administrator';
  readonly planId: string;
  /** Undefined if an outside admin sent it. */
  readonly request?: ProxiedRequest;
}

interface Intention {
  /** Markers that the plan removes or adds, as reviewed. */
  readonly lost: ReadonlySet<string>;
  readonly gained: ReadonlySet<string>;
}

/** Items of a plan that say that nothing of them reached the tenant. */
const withoutEffect: readonly ItemState[] = ['unchanged', 'refused', 'outdated', 'left-out', 'pending'];

/** The tenant's record of an interleaving, compared with what the app instances report. */
export interface Ledger {
  readonly problems: string[];
  /** Overwritten between the last read and the write, which the API can't prevent. */
  readonly races: () => number;
  readonly writes: readonly Write[];
  /** The plan whose request created this webhook; undefined if no plan did. */
  makerOf(webhookId: string): string | undefined;
  notePlan(desk: DeskName, planId: string, items: readonly PlanItem[]): void;
  /** An undo plan is not reviewed: it is the reverse of the other plan. */
  noteUndo(planId: string, undonePlanId: string): void;
  /** `asked`: how many writes there had been when the tenant was asked. */
  noteRead(desk: DeskName, path: string, writesBefore: number): void;
  noteWrite(desk: DeskName, planId: string | undefined, request: ProxiedRequest): void;
  /** An admin with another program changed something, which is never a problem. */
  noteOutside(): void;
  /** The admin saw this and continues from it. */
  noteSeen(desk: DeskName, state: unknown): void;
  noteTyped(desk: DeskName, marker: string): void;
  /** Earlier text was overwritten or discarded on purpose. */
  noteGivenUp(marker: string): void;
  checkPlan(desk: DeskName, planId: string, items: readonly PlanItem[]): void;
  /** Words that were typed, not given up, and never reached the tenant. */
  missing(desk: DeskName): readonly string[];
}

export function createLedger(read: () => TenantState): Ledger {
  const problems: string[] = [];
  const writes: Write[] = [];
  const intentions = new Map<string, Intention>();
  const seen = perDesk(() => new Set<string>());
  const typed = perDesk(() => new Set<string>());
  const ever = new Set<string>();
  /** Which write added a marker, and how many writes there had been at the last read of an instance. */
  const broughtAt = new Map<string, number>();
  const readAt = perDesk(() => new Map<string, number>());
  const shownBy = new Map<string, string>();
  const makers = new Map<string, string>();
  let races = 0;
  let now = tokensOf(read());

  function tokensOf({ webhooks, applications, origins }: TenantState): ReadonlySet<string> {
    return tokensIn([[...webhooks.values()], [...applications.values()], origins]);
  }

  function checkDoubled(write: Required<Write>): void {
    const earlier = writes.findLastIndex(
      ({ planId, request }) =>
        planId === write.planId && request !== undefined && isSameRequest(request, write.request),
    );
    if (earlier === -1 || writes.slice(earlier).some(({ planId }) => planId !== write.planId)) return;
    problems.push(`Sent twice by ${write.by}: ${write.request.method} ${write.request.path}`);
  }

  function noteMade(planId: string): void {
    for (const id of read().webhooks.keys()) if (!makers.has(id)) makers.set(id, planId);
  }

  function noteBrought(marker: string): void {
    broughtAt.set(marker, writes.length);
    shownBy.set(marker, requestShowing(marker, read()));
    ever.add(marker);
  }

  noteMade('');

  function checkMarkers(desk: DeskName, planId: string, before: ReadonlySet<string>): void {
    const intention = intentions.get(planId);
    const racesBefore = races;
    for (const marker of before.difference(now)) {
      const isRace = (broughtAt.get(marker) ?? 0) > (readAt[desk].get(shownBy.get(marker) ?? '') ?? 0);
      if (isRace) races += 1;
      else if (!mayLose(desk, intention, marker)) {
        problems.push(`${desk} overwrote ${marker}, of which it had not said so.`);
      }
    }
    for (const marker of now.difference(before)) {
      noteBrought(marker);
      // An overwrite in a race restores what was there at the time of the read.
      if (races > racesBefore || intention?.gained.has(marker) === true) continue;
      problems.push(`${desk} brought ${marker}, of which it had not said so.`);
    }
  }

  /** It was reviewed, and the user knew it; or the plan removes its own addition. */
  function mayLose(desk: DeskName, intention: Intention | undefined, marker: string): boolean {
    if (intention === undefined) return false;
    return (intention.lost.has(marker) && seen[desk].has(marker)) || intention.gained.has(marker);
  }

  return {
    problems,
    writes,
    races: () => races,
    makerOf: (webhookId) => makers.get(webhookId),
    notePlan(desk, planId, items) {
      const parts = items
        .filter(({ state }) => state === 'pending')
        .flatMap((item) => item.parts.filter(({ isChanged }) => isChanged));
      const [before, after] = [
        tokensIn(parts.map((part) => part.before)),
        tokensIn(parts.map((part) => part.after)),
      ];
      intentions.set(planId, { lost: before.difference(after), gained: after.difference(before) });
      // A deletion has no base: the review shows what it deletes.
      for (const item of items) {
        if (item.verb === 'delete')
          for (const marker of tokensIn(item.parts)) seen[desk].add(marker.toLowerCase());
      }
    },
    noteUndo(planId, undonePlanId) {
      const original = intentions.get(undonePlanId);
      if (original !== undefined) intentions.set(planId, { lost: original.gained, gained: original.lost });
    },
    noteRead(desk, path, writesBefore) {
      readAt[desk].set(path.split('/').at(-1) ?? '', writesBefore);
    },
    noteWrite(desk, planId, request) {
      const write = { by: desk, planId: planId ?? '', request };
      if (planId === undefined) problems.push(`${desk} sent ${request.path} outside of any plan.`);
      checkDoubled(write);
      writes.push(write);
      noteMade(write.planId);
      const before = now;
      now = tokensOf(read());
      checkMarkers(desk, write.planId, before);
    },
    noteOutside() {
      writes.push({ by: 'administrator', planId: '' });
      noteMade('');
      const before = now;
      now = tokensOf(read());
      for (const marker of now.difference(before)) noteBrought(marker);
    },
    noteSeen(desk, state) {
      for (const marker of tokensIn(state)) seen[desk].add(marker.toLowerCase());
    },
    noteTyped(desk, marker) {
      typed[desk].add(marker.toLowerCase());
      seen[desk].add(marker.toLowerCase());
    },
    noteGivenUp(marker) {
      for (const message of Object.values(typed)) message.delete(marker.toLowerCase());
    },
    checkPlan(desk, planId, items) {
      const sent = writes.filter((write) => write.planId === planId);
      const claims = items.filter(({ state }) => state === 'verified');
      if (claims.length > 0 && sent.length === 0) problems.push(`${desk} calls verified what it never sent.`);
      const states = items.map(({ state }) => state);
      if (states.every((state) => withoutEffect.includes(state)) && sent.length % 2 === 1) {
        problems.push(`${desk} says ${states.join(', ')}, and yet ${sent.length} requests took effect.`);
      }
      const first = writes.findIndex((write) => write.planId === planId);
      const isAlone = first !== -1 && writes.slice(first).every((write) => write.planId === planId);
      if (!isAlone || claims.length !== items.length) return;
      for (const marker of intentions.get(planId)?.gained ?? []) {
        if (!now.has(marker)) problems.push(`${desk} says verified, and ${marker} is not there.`);
      }
    },
    missing: (desk) => [...typed[desk]].filter((marker) => !ever.has(marker)),
  };
}

function perDesk<Kept>(create: () => Kept): Readonly<Record<DeskName, Kept>> {
  return { A: create(), B: create(), C: create() };
}

/** The last part of the path of the request that shows where this word is. */
function requestShowing(marker: string, { webhooks, applications }: TenantState): string {
  if (tokensIn([...webhooks.values()]).has(marker)) return 'rules';
  const states = [...applications.values()];
  if (tokensIn(states.map(({ script }) => script)).has(marker)) return 'GetScript';
  return tokensIn(states).has(marker) ? 'GetApplication' : 'GetCustomerConfig';
}
