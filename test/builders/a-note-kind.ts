import { z } from 'zod';
import type { ChangeKind } from '../../main/changes/kind/change-kind.ts';
import { isSameState } from '../../main/changes/kind/compare-states.ts';
import type { Part } from '../../main/changes/kind/part.ts';
import { field, text } from '../../main/changes/kind/part.ts';

export const noteSchema = z.strictObject({ title: z.string(), owner: z.string(), body: z.string() });
export type Note = z.infer<typeof noteSchema>;

const noteParts: readonly Part<Note>[] = [
  field<Note>('title', 'Title'),
  field<Note>('owner', 'Owner'),
  text<Note>('body', 'Body', 'text'),
];

export function aNote(changes: Partial<Note> = {}): Note {
  return { title: 'Note', owner: 'Ada', body: 'one\ntwo\nthree', ...changes };
}

/** The smallest possible kind: notes in a map instead of a tenant. `changes` makes it misbehave. */
export function aNoteKind(
  notes: Map<string, Note>,
  changes: Partial<ChangeKind<Note>> = {},
): ChangeKind<Note> {
  return {
    name: 'note',
    version: 1,
    noun: { one: 'note', many: 'notes' },
    state: noteSchema,
    notes: z.undefined(),
    outcome: z.object({ targetId: z.string() }),
    parts: noteParts,
    nameOf: ({ title }) => title,
    read: async (targetId) => structuredClone(notes.get(targetId)),
    describe: async () => ({ warnings: [], steps: [] }),
    begin: async () => undefined,
    async apply({ targetId, after }) {
      const id = targetId === '' ? `n${notes.size + 1}` : targetId;
      if (after === null) notes.delete(id);
      else notes.set(id, after);
      return { targetId: after === null ? '' : id };
    },
    async observe({ targetId, before, after }, outcome) {
      const id = outcome?.targetId || targetId;
      const now = notes.get(id);
      const is = (state: Note | null): boolean =>
        state === null ? now === undefined : now !== undefined && isSameState(noteParts, state, now);
      if (is(after)) return { state: 'in-effect', outcome: { targetId: after === null ? '' : id } };
      return is(before) ? { state: 'as-before' } : { state: 'different', what: 'It is different.' };
    },
    ...changes,
  };
}
