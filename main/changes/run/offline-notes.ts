import type { Remembered } from '../kind/change-kind.ts';
import { isStorageFailure } from '../../platform/storage/best-effort.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { StoredItem } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import { rememberedOf } from './resolve-item.ts';

/** Changes of which the offline copies learn together. */
const maxNotes = 250;

/** Collects what was read back, for offline copies that are written once for many changes. */
export function createOfflineNotes(
  { kinds, store }: { readonly kinds: KindTable; readonly store: PlanStore },
  tenantId: string,
) {
  const byKind = new Map<string, Remembered<unknown>[]>();
  const write = (kind: string): void => {
    const thing = kinds.find(kind);
    const notes = byKind.get(kind) ?? [];
    byKind.delete(kind);
    if (thing?.type !== 'thing') return;
    try {
      store.together(() => thing.remember(notes, tenantId));
    } catch (error) {
      // What was applied is in the journal by now; a copy for later is no reason to call it failed.
      if (!isStorageFailure(error)) throw error;
    }
  };
  return {
    add(item: StoredItem): void {
      const notes = byKind.get(item.kind) ?? [];
      notes.push(rememberedOf(item));
      byKind.set(item.kind, notes);
      if (notes.length >= maxNotes) write(item.kind);
    },
    write(): void {
      for (const kind of [...byKind.keys()]) write(kind);
    },
  };
}
