import type { BulkItem, BulkRules, FieldChange, PreviewedItem } from './bulk-edit.ts';
import { outcomeOrder, previewItem } from './bulk-edit.ts';

const pauseMs = 120;
/** Longest turn, so that typing stays smooth with thousands of items. */
const turnMs = 12;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Calculates the preview of each item in short turns, and keeps the last one until the next is complete. */
export class BulkPreview<Item extends BulkItem> {
  items = $state.raw<readonly PreviewedItem<Item>[]>([]);
  /** True from an edit until its preview is shown. */
  isPending = $state(false);

  /** Returns a function that stops it. */
  calculate(
    items: readonly Item[],
    changes: readonly FieldChange<Item>[],
    rules: BulkRules<Item>,
  ): () => void {
    const stopping = new AbortController();
    this.isPending = true;
    void this.#calculate(items, changes, rules, stopping.signal);
    return () => stopping.abort();
  }

  async #calculate(
    items: readonly Item[],
    changes: readonly FieldChange<Item>[],
    rules: BulkRules<Item>,
    signal: AbortSignal,
  ): Promise<void> {
    await wait(pauseMs);
    const previewed: PreviewedItem<Item>[] = [];
    let began = performance.now();
    for (const item of items) {
      if (signal.aborted) return;
      previewed.push(previewItem(item, changes, rules));
      if (performance.now() - began < turnMs) continue;
      await wait(0);
      began = performance.now();
    }
    if (signal.aborted) return;
    const byOutcome = Map.groupBy(previewed, ({ outcome }) => outcome);
    this.items = outcomeOrder.flatMap((outcome) => byOutcome.get(outcome) ?? []);
    this.isPending = false;
  }
}
