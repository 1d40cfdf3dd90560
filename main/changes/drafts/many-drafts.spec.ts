import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { DraftChanges } from '../../../contract/changes/drafts.ts';
import { aNote, aNoteKind } from '../../../test/builders/a-note-kind.ts';
import { createKindTable } from '../kind/kind-table.ts';
import { registerKind } from '../kind/registered-kind.ts';
import { draftSchemaSteps } from './draft-schema.ts';
import { createDraftService } from './draft-service.ts';
import { createDraftStore } from './draft-store.ts';

/** Size of each draft, in characters. */
const size = 100_000;

/** A profile with so many drafts, one of which a person is typing in. */
function typing(count: number) {
  const database = new DatabaseSync(':memory:');
  for (const step of draftSchemaSteps.steps) database.exec(step);
  const sent: DraftChanges[] = [];
  const drafts = createDraftService({
    store: createDraftStore(database),
    kinds: createKindTable([registerKind(aNoteKind(new Map()))]),
    localKinds: new Map(),
    applied: { appliedDraft: () => undefined, currentId: (_tenantId, id) => id },
    emit: (name, payload) => {
      if (name === 'drafts.changed') sent.push(payload as DraftChanges);
    },
    now: Date.now,
  });
  const save = (targetId: string, title: string, revision: number | null): number =>
    drafts.save({
      ...{ tenantId: 'acme', kind: 'note', targetId, revision },
      ...{ state: aNote({ title, body: 'x'.repeat(size) }), base: aNote() },
    }).summary.revision;
  for (let index = 1; index < count; index += 1) save(`other ${index}`, 'Other', null);
  let revision = save('typed', 'T', null);
  const press = (): void => void (revision = save('typed', `T${revision}`, revision));
  return { press, sent, [Symbol.dispose]: () => database.close() };
}

/** Median duration of many key presses, in milliseconds. */
function pressMs({ press }: ReturnType<typeof typing>): number {
  const times = Array.from({ length: 41 }, () => {
    const start = performance.now();
    press();
    return performance.now() - start;
  });
  return times.toSorted((one, other) => one - other)[20] ?? 0;
}

describe('a key press in one of 1,000 drafts of 100 KB', () => {
  it('takes as long as in a profile with a single draft', () => {
    using alone = typing(1);
    using among = typing(1000);
    // Warm up: the first runs compile.
    pressMs(alone);
    const ratios = Array.from({ length: 3 }, () => pressMs(among) / pressMs(alone));
    expect(Math.min(...ratios)).toBeLessThan(2);
  });

  it('sends only that draft to windows', () => {
    using among = typing(1000);
    among.press();
    const last = among.sent.at(-1);
    expect(last?.changed.map(({ targetId }) => targetId)).toEqual(['typed']);
    expect(last?.removed).toEqual([]);
  });
});
