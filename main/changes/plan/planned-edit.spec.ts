import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../../contract/changes/changes.ts';
import { aTenantProfile } from '../../../test/builders/a-tenant-profile.ts';
import { aNote, aNoteKind } from '../../../test/builders/a-note-kind.ts';
import { failure } from '../../platform/errors/failure.ts';
import { createOpenedFiles } from '../../platform/files/opened-files.ts';
import { createKindTable } from '../kind/kind-table.ts';
import { registerKind } from '../kind/registered-kind.ts';
import { changeSchemaSteps } from '../record/plan-schema.ts';
import type { PlanStore } from '../record/plan-store.ts';
import type { NewItem } from '../record/item-writes.ts';
import { createPlanStore } from '../record/plan-store.ts';
import type { EditSources, PlannedEdit } from './planned-edit.ts';
import { editsOf } from './planned-edit.ts';

const draft = { state: aNote({ title: 'Typed' }), base: aNote({ title: 'Before' }), revision: 4 };
let store: PlanStore;
let sources: EditSources;

beforeEach(() => {
  const database = new DatabaseSync(':memory:');
  for (const step of changeSchemaSteps.steps) database.exec(step);
  store = createPlanStore(database);
  sources = {
    store,
    changeSets: createOpenedFiles('The change set is no longer open.'),
    kinds: createKindTable([registerKind(aNoteKind(new Map()))]),
    drafts: {
      holds: ({ targetId }) => targetId !== 'gone',
      read({ targetId }) {
        if (targetId === 'gone') throw failure('not-found', 'This draft no longer exists.');
        return draft;
      },
    },
  };
});

const editsFor = (request: ChangeRequest): readonly PlannedEdit[] =>
  editsOf(sources, aTenantProfile(), request);

function addPlan(id: string, state: 'open' | 'finished', ...items: readonly Partial<NewItem>[]): void {
  store.add({
    id,
    tenantId: 'acme',
    tenantName: 'Acme',
    state,
    origin: { type: 'edit' },
    title: id,
    createdAt: 1,
    appliedBy: '',
    appliedAt: 1,
  });
  store.addItems(
    id,
    items.map((changes, index) => ({
      id: `${id}-${index}`,
      state: 'verified',
      kind: 'note',
      kindVersion: 1,
      verb: 'update',
      targetId: `n${index}`,
      targetName: `Note ${index}`,
      title: 'Change note',
      summary: '',
      groupId: 'g',
      typeName: '',
      decision: null,
      base: aNote({ title: 'base' }),
      wanted: aNote({ title: 'wanted' }),
      before: aNote({ title: 'before' }),
      after: aNote({ title: 'after' }),
      details: { basis: 'compared', warnings: [], steps: [] },
      draft: null,
      undoes: null,
      revives: null,
      error: undefined,
      ...changes,
    })),
  );
  for (const { id: itemId, verb, targetId } of store.items(id, { offset: 0, limit: 100 }).items) {
    store.noteOutcome(itemId, { targetId: verb === 'delete' ? '' : targetId }, '');
  }
}

describe('a request for drafts', () => {
  it('contains the typed state, its base, and the revision of the save', () => {
    expect(editsFor({ from: 'drafts', drafts: [{ kind: 'note', targetId: 'n1' }] })).toEqual([
      {
        type: 'edit',
        kind: 'note',
        targetId: 'n1',
        base: draft.base,
        wanted: draft.state,
        draft: { targetId: 'n1', revision: 4 },
      },
    ]);
  });

  it('creates a new item for a draft that belongs to none', () => {
    const [edit] = editsFor({ from: 'drafts', drafts: [{ kind: 'note', targetId: 'new:1' }] });
    expect(edit).toMatchObject({ targetId: null, draft: { targetId: 'new:1' } });
  });
});

describe('a request for edits', () => {
  it('needs a base for existing items', () => {
    for (const wanted of [{ title: 'A' }, null]) {
      const edits = [{ kind: 'note', targetId: 'n1', base: null, wanted }];
      expect(() => editsFor({ from: 'edits', edits })).toThrow('needs its base');
    }
  });

  it('needs a wanted state for new items', () => {
    for (const targetId of [null, 'new:1']) {
      const edits = [{ kind: 'note', targetId, base: null, wanted: null }];
      expect(() => editsFor({ from: 'edits', edits })).toThrow('no source or target');
    }
  });
});

describe('a change of many items', () => {
  it('is the same for each, whatever its state on the tenant', () => {
    const request = { from: 'targets', kind: 'note', targetIds: ['a', 'b'], set: { title: 'X' } } as const;
    expect(editsFor({ ...request, targetIds: [...request.targetIds] })).toEqual([
      { type: 'patch', kind: 'note', targetId: 'a', set: { title: 'X' }, texts: {} },
      { type: 'patch', kind: 'note', targetId: 'b', set: { title: 'X' }, texts: {} },
    ]);
  });
});

describe('an undo request', () => {
  it('contains the inverse changes, newest first', () => {
    addPlan('p', 'finished', {}, { verb: 'create', before: null }, { verb: 'delete', after: null });
    expect(editsFor({ from: 'undo', planId: 'p' })).toEqual([
      {
        type: 'edit',
        kind: 'note',
        targetId: null,
        base: null,
        wanted: aNote({ title: 'before' }),
        undoes: 'p-2',
        revives: 'n2',
      },
      {
        type: 'edit',
        kind: 'note',
        targetId: 'n1',
        base: aNote({ title: 'after' }),
        wanted: null,
        undoes: 'p-1',
      },
      {
        type: 'edit',
        kind: 'note',
        targetId: 'n0',
        base: aNote({ title: 'after' }),
        wanted: aNote({ title: 'before' }),
        undoes: 'p-0',
      },
    ]);
  });

  it('concerns only the requested items', () => {
    addPlan('p', 'finished', {}, {});
    expect(editsFor({ from: 'undo', planId: 'p', itemIds: ['p-1'] })).toMatchObject([{ undoes: 'p-1' }]);
  });

  it('follows an item to its current ID', () => {
    addPlan('p', 'finished', {});
    store.noteSuccessor('acme', 'n0', 'n0-again');
    expect(editsFor({ from: 'undo', planId: 'p' })).toMatchObject([{ targetId: 'n0-again' }]);
  });

  it.each(['refused', 'outdated', 'unknown', 'unchanged', 'left-out'] as const)(
    'skips %s items, because there is nothing of ours to undo',
    (state) => {
      addPlan('p', 'finished', {}, { state });
      expect(editsFor({ from: 'undo', planId: 'p' })).toMatchObject([{ undoes: 'p-0' }]);
      expect(() => editsFor({ from: 'undo', planId: 'p', itemIds: ['p-1'] })).toThrow('can’t be undone');
    },
  );

  it('fails with the reason if nothing can be undone', () => {
    const irreversible = 'An email was sent.';
    addPlan('p', 'finished', { details: { basis: 'fresh', warnings: [], steps: [], irreversible } }, {});
    expect(() => editsFor({ from: 'undo', planId: 'p', itemIds: ['p-0'] })).toThrow(irreversible);
    store.markUndone('p-1', 'q');
    expect(() => editsFor({ from: 'undo', planId: 'p', itemIds: ['p-1'] })).toThrow('undone already');
    expect(() => editsFor({ from: 'undo', planId: 'none' })).toThrow('no longer exists');
  });

  it('is rejected while another plan undoes the same item', () => {
    addPlan('p', 'finished', {});
    addPlan('undoing', 'open', { state: 'pending', undoes: 'p-0' });
    expect(() => editsFor({ from: 'undo', planId: 'p' })).toThrow('already being undone');
  });
});

describe('a retry request', () => {
  it('contains what did not reach the tenant, as the person wanted it', () => {
    addPlan('p', 'finished', {}, { state: 'refused' }, { state: 'outdated' }, { state: 'left-out' });
    const edits = editsFor({ from: 'retry', planId: 'p' });
    expect(edits.map((edit) => edit.type === 'edit' && edit.targetId)).toEqual(['n1', 'n2', 'n3']);
    expect(edits[0]).toMatchObject({ base: aNote({ title: 'base' }), wanted: aNote({ title: 'wanted' }) });
  });

  it('uses the current draft, or what was planned if there is no draft', () => {
    addPlan(
      'p',
      'finished',
      { state: 'refused', draft: { targetId: 'n0', revision: 1 } },
      { state: 'refused', draft: { targetId: 'gone', revision: 1 } },
    );
    expect(editsFor({ from: 'retry', planId: 'p' })).toMatchObject([
      { wanted: aNote({ title: 'Typed' }), draft: { revision: 4 } },
      { wanted: aNote({ title: 'wanted' }) },
    ]);
  });
});
