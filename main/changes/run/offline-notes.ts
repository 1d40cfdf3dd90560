import type { Remembered } from '../kind/change-kind.ts';
import { isStorageFailure } from '../../platform/storage/best-effort.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { StoredItem } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import { rememberedOf } from './resolve-item.ts';

/** Changes that are written to the offline copies at once. */
const maxNotes = 250;

/** Collects verified changes, so that offline copies are written once for many of them. */
export function createOfflineNotes(
  { kinds, store }: { readonly kinds: KindTable; readonly store: PlanStore },
  tenantId: string,
) {
  const byKind = new Map<string, Remembered<unknown>[]>();
  const write = (kind: string): void => {
    const itemKind = kinds.find(kind);
    const notes = byKind.get(kind) ?? [];
    byKind.delete(kind);
    if (itemKind?.type !== 'item') return;
    try {
      store.together(() => itemKind.remember(notes, tenantId));
    } catch (error) {
      // The applied change is in the journal by now: failing to cache it doesn't make it fail.
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
