import { describe, expect, it } from 'vitest';
import type { EventPayload } from '../../../contract/bridge/events.ts';
import type { QueryTabs } from '../../../contract/queries/queries.ts';
import { QueryTabList } from './query-tabs.svelte.ts';

type ChangedTabs = EventPayload<'queries.tabsChanged'>;

/** Tabs stored in a profile, and drafts of these queries. */
async function tabsOf(stored: QueryTabs, drafts: readonly string[] = []) {
  const saved: QueryTabs[] = [];
  const failures: unknown[] = [];
  let ids = 0;
  let emit: (changed: ChangedTabs) => void = () => undefined;
  const desk = {
    queries: {
      tabs: async () => stored,
      saveTabs: async ({ tabs, chosen }: QueryTabs) => void saved.push({ tabs, chosen }),
    },
    drafts: {
      list: async () => drafts.map((targetId) => ({ kind: 'query', targetId })),
      get: async ({ targetId }: { targetId: string }) => ({ state: { text: `draft of ${targetId}` } }),
    },
    on(_name: string, listener: (changed: ChangedTabs) => void) {
      emit = listener;
      return () => undefined;
    },
  };
  const list = new QueryTabList({
    desk: desk as unknown as ConstructorParameters<typeof QueryTabList>[0]['desk'],
    tenantId: 'acme',
    newId: () => {
      ids += 1;
      // The first names the list itself.
      return ids === 1 ? 'this window' : `new ${ids - 1}`;
    },
    onfailed: (error) => failures.push(error),
  });
  list.start();
  await list.load();
  const store = (tabs: QueryTabs['tabs'], by = 'another window', tenantId = 'acme') =>
    emit({ tenantId, by, tabs });
  return { list, saved, store, failures, names: () => list.tabs.map(({ name }) => name) };
}

const none: QueryTabs = { tabs: [], chosen: '' };
const two: QueryTabs = {
  tabs: [
    { id: 'a', name: 'First' },
    { id: 'b', name: 'Second', savedId: 's' },
  ],
  chosen: 'b',
};

it('starts with one tab, or with the stored ones', async () => {
  expect((await tabsOf(none)).list.tabs).toEqual([{ id: 'editor', name: 'Untitled' }]);
  const { list } = await tabsOf(two);
  expect([list.tabs, list.chosen]).toEqual([two.tabs, 'b']);
});

it('selects an existing tab', async () => {
  expect((await tabsOf({ ...two, chosen: 'gone' })).list.chosen).toBe('a');
});

it('has a tab for every draft', async () => {
  const { list } = await tabsOf(two, ['a', 'lost']);
  expect(list.tabs.map(({ id }) => id)).toEqual(['a', 'b', 'lost']);
});

it('gives new tabs unused names', async () => {
  const { list, names } = await tabsOf(none);
  list.add();
  list.add();
  expect(names()).toEqual(['Untitled', 'Untitled 2', 'Untitled 3']);
  list.close(list.tabs[1]?.id ?? '', undefined);
  list.add();
  expect(names()).toEqual(['Untitled', 'Untitled 3', 'Untitled 2']);
});

it('opens a saved query once, and other queries each time', async () => {
  const { list, names } = await tabsOf({ ...two, chosen: 'a' });
  list.open({ text: 'x' }, { name: 'Second', savedId: 's' });
  expect([list.chosen, list.tabs.length]).toEqual(['b', 2]);
  list.open({ text: 'y' });
  expect(names()).toEqual(['First', 'Second', 'Untitled']);
  expect(list.takeBeginning(list.chosen)).toEqual({ text: 'y' });
  expect(list.takeBeginning(list.chosen)).toBeUndefined();
});

it('reopens a closed tab at its position, with its content', async () => {
  const { list, names } = await tabsOf({ ...two, chosen: 'a' });
  const reopen = list.close('a', { text: 'held' });
  expect([names(), list.chosen]).toEqual([['Second'], 'b']);
  reopen();
  expect([names(), list.chosen]).toEqual([['First', 'Second'], 'a']);
  expect(list.takeBeginning('a')).toEqual({ text: 'held' });
});

it('has an empty tab after the last is closed', async () => {
  const { list, names } = await tabsOf(none);
  list.close('editor', undefined);
  expect([names(), list.chosen]).toEqual([['Untitled'], 'new 1']);
});

it('stores the tabs after every change', async () => {
  const { list, saved } = await tabsOf(two);
  list.nameChosen({ name: 'Renamed', savedId: 's2' });
  list.followSaved([]);
  list.choose('a');
  expect(saved.at(-1)).toEqual({
    tabs: [
      { id: 'a', name: 'First' },
      { id: 'b', name: 'Renamed' },
    ],
    chosen: 'a',
  });
  expect(saved).toHaveLength(3);
});

it('reports too many tabs', async () => {
  const tabs = Array.from({ length: 50 }, (_, at) => ({ id: String(at), name: String(at) }));
  const { list, failures } = await tabsOf({ tabs, chosen: '0' });
  list.add();
  expect(list.tabs).toHaveLength(50);
  expect(failures).toMatchObject([{ message: '50 queries are open. Close one first.' }]);
});

it('lists tabs with unsaved changes, shown or not', async () => {
  const saved = [{ id: 's', text: 'draft of b' }];
  const { list } = await tabsOf(two, ['a', 'b']);
  const unsaved = () => list.unsaved(saved);
  expect(unsaved()).toEqual([]);
  list.wrote('b', 'another');
  expect(unsaved()).toEqual(['b']);
  list.wrote('b', 'draft of b');
  expect(unsaved()).toEqual([]);
  list.wrote('a', 'of no saved query');
  expect(unsaved()).toEqual([]);
  expect(list.unsaved([{ id: 's', text: 'saved by another window' }])).toEqual(['b']);
  expect(list.unsaved([])).toEqual([]);
});

it('marks a query opened from elsewhere as such until it is edited', async () => {
  const { list, saved } = await tabsOf(none);
  list.open({ text: 'of the history' });
  const id = list.chosen;
  const isAsOpened = () => saved.at(-1)?.tabs.find((tab) => tab.id === id)?.isAsOpened;
  list.wrote(id, 'of the history');
  expect(isAsOpened()).toBe(true);
  list.wrote(id, 'of the history, and mine');
  expect(isAsOpened()).toBeUndefined();
});

it('remembers after a restart whether a query opened from elsewhere was edited', async () => {
  const { list, saved } = await tabsOf(
    { tabs: [{ id: 'a', name: 'Untitled', isAsOpened: true }], chosen: 'a' },
    ['a'],
  );
  list.wrote('a', 'draft of a');
  expect(saved).toEqual([]);
  list.wrote('a', 'mine');
  expect(saved.at(-1)?.tabs).toEqual([{ id: 'a', name: 'Untitled' }]);
});

describe('tabs of another window', () => {
  const third = { id: 'c', name: 'Third' };

  it('appear, and are stored with what is opened here', async () => {
    const { list, saved, store, names } = await tabsOf(two);
    store([...two.tabs, third]);
    expect([names(), list.chosen]).toEqual([['First', 'Second', 'Third'], 'b']);
    list.add();
    expect(saved.at(-1)?.tabs.map(({ name }) => name)).toEqual(['First', 'Second', 'Third', 'Untitled']);
  });

  it('disappear when they are closed there, except the one that is shown here', async () => {
    const { list, saved, store } = await tabsOf(two);
    store([third]);
    expect(list.tabs.map(({ id }) => id)).toEqual(['c', 'b']);
    expect([list.chosen, saved.length]).toEqual(['b', 0]);
  });

  it('are those of this tenant, and not what this window stored itself', async () => {
    const { store, names } = await tabsOf(two);
    store([third], 'this window');
    store([third], 'another window', 'other');
    expect(names()).toEqual(['First', 'Second']);
  });
});
