import { describe, expect, it } from 'vitest';
import type { DraftSummary } from '../../../../contract/changes/drafts.ts';
import { aListedApplication } from '../../../../test/builders/a-listed-application.ts';
import { ApplicationList } from './application-list.svelte.ts';

const draft = (kind: string, targetId: string): DraftSummary => ({
  tenantId: 'acme',
  kind,
  targetId,
  title: targetId,
  savedAt: 0,
  revision: 1,
});

function memory(): Storage {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  } as Storage;
}

function listOf(
  more: {
    readonly drafts?: readonly DraftSummary[];
    readonly pendingRoles?: readonly string[];
    readonly times?: Readonly<Record<string, number>>;
    readonly storage?: Storage;
    readonly applications?: readonly ReturnType<typeof aListedApplication>[];
  } = {},
): ApplicationList {
  return new ApplicationList({
    tenantId: 'acme',
    applications: () => more.applications ?? ['a', 'b', 'c', 'd'].map((id) => aListedApplication(id)),
    drafts: () => more.drafts ?? [],
    pendingRoles: () => more.pendingRoles ?? [],
    changedTimes: () => more.times ?? {},
    published: () => undefined,
    storage: more.storage ?? memory(),
  });
}

const shown = (list: ApplicationList): string[] => list.shown.map(({ id }) => id);

describe('ApplicationList', () => {
  it('starts the second line of applications with the same name with what only one of them has', () => {
    const named = (id: string, serviceName: string) => ({
      ...aListedApplication(id),
      name: id === 'wiki' ? 'Wiki' : 'Payroll',
      serviceName,
    });
    const applications = [named('a', 'payroll-prod'), named('b', ''), named('wiki', 'wiki')];
    const list = listOf({ applications });
    const [first, second, wiki] = applications.map((one) => list.lineOf(one).split(' · ')[0]);
    expect([first, second]).toEqual(['payroll-prod', 'b']);
    expect(wiki).not.toBe('wiki');
  });

  it('finds applications with any draft (application, script, roles) by is:changed', () => {
    const list = listOf({ drafts: [draft('application', 'b'), draft('script', 'c')], pendingRoles: ['d'] });
    list.typed = 'is:changed';
    expect(shown(list)).toEqual(['b', 'c', 'd']);
    list.typed = 'is:draft';
    expect(shown(list)).toEqual(['b', 'c']);
  });

  it('offers one chip if all changes are application drafts, and two with role changes', () => {
    const drafts = [draft('application', 'b')];
    const offered = (list: ApplicationList) => list.offered.map(({ label, count }) => `${label} ${count}`);
    expect(offered(listOf({ drafts }))).toEqual(['Draft 1']);
    expect(offered(listOf({ drafts, pendingRoles: ['d'] }))).toEqual(['Changed 2', 'Draft 1']);
  });

  it('sorts by last change with unknown times last, and remembers the order', () => {
    const storage = memory();
    const times = { b: 1000, d: 3000 };
    const list = listOf({ times, storage });
    expect(list.changedAt('d')).toBeUndefined();
    list.orderBy('changed');
    expect(shown(list)).toEqual(['d', 'b', 'a', 'c']);
    expect(list.changedAt('d')).toBe(3000);
    expect(shown(listOf({ times, storage }))).toEqual(['d', 'b', 'a', 'c']);
  });

  it('returns only the drafts of selected applications for a change set', () => {
    const drafts = [
      draft('application', 'b'),
      draft('script', 'b'),
      draft('application', 'c'),
      draft('query', 'b'),
    ];
    const list = listOf({ drafts });
    list.selection = new Set(['b', 'd']);
    expect(list.pickedDrafts.map(({ kind, targetId }) => `${kind} ${targetId}`)).toEqual([
      'application b',
      'script b',
    ]);
  });
});
