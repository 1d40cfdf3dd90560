import type { Desk } from '../../contract/bridge/desk.ts';

interface TargetsOfView {
  readonly tenantId: string;
  readonly kind: string;
  /** The ID in the URL, if any. */
  readonly shownId: () => string | undefined;
  /** Puts the new ID into the URL. */
  readonly onmoved: (id: string) => void;
}

/**
 * Keeps a view on its item when the tenant gives it another ID, as a replaced webhook or a new item gets: the view
 * stays open with its edits.
 */
export class FollowedTarget {
  readonly #of: TargetsOfView;
  /** The previous ID by the current one. */
  #former = $state.raw<Readonly<Record<string, string>>>({});

  constructor(of: TargetsOfView) {
    this.#of = of;
  }

  /** Starts following; returns a function that stops it. */
  connect(desk: Desk): () => void {
    const { tenantId, kind, shownId, onmoved } = this.#of;
    return desk.on('targets.moved', (moved) => {
      if (moved.tenantId !== tenantId || moved.kind !== kind || moved.from !== shownId()) return;
      this.#former = { ...this.#former, [moved.to]: moved.from };
      onmoved(moved.to);
    });
  }

  /** Navigates to the item's current ID, if an earlier run or another window knows it: a URL may be outdated. */
  async find(desk: Desk): Promise<void> {
    const { tenantId, kind, shownId, onmoved } = this.#of;
    const id = shownId();
    if (id === undefined) return;
    const current = await desk.targets.current({ tenantId, kind, id }).catch(() => id);
    if (current === id || shownId() !== id) return;
    this.#former = { ...this.#former, [current]: id };
    onmoved(current);
  }

  /** All IDs that the item had while it was shown, newest first. */
  knownAs(id: string): readonly string[] {
    const ids = [id];
    for (let former = this.#former[id]; former !== undefined && !ids.includes(former);) {
      ids.push(former);
      former = this.#former[former];
    }
    return ids;
  }

  /** The same for every ID of one item: the key of its components. */
  keyOf(id: string): string {
    return this.knownAs(id).at(-1) ?? id;
  }
}
