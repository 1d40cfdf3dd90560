import type { Desk } from '../../contract/bridge/desk.ts';

interface TargetsOfView {
  readonly tenantId: string;
  readonly kind: string;
  /** The identifier in the address, if any. */
  readonly shownId: () => string | undefined;
  /** Puts the new identifier into the address. */
  readonly onmoved: (id: string) => void;
}

/**
 * Keeps a view on the thing that it shows when the tenant gives it another identifier, as a replaced webhook or a new
 * thing gets: the view stays as it is, with what is being typed in it.
 */
export class FollowedTarget {
  readonly #of: TargetsOfView;
  /** The identifier before, by the one of today. */
  #former = $state.raw<Readonly<Record<string, string>>>({});

  constructor(of: TargetsOfView) {
    this.#of = of;
  }

  /** Begins to follow; the answer ends it. */
  connect(desk: Desk): () => void {
    const { tenantId, kind, shownId, onmoved } = this.#of;
    return desk.on('targets.moved', (moved) => {
      if (moved.tenantId !== tenantId || moved.kind !== kind || moved.from !== shownId()) return;
      this.#former = { ...this.#former, [moved.to]: moved.from };
      onmoved(moved.to);
    });
  }

  /** Goes on to where the thing is now, where an earlier run or another window knows: an address may be of yesterday. */
  async find(desk: Desk): Promise<void> {
    const { tenantId, kind, shownId, onmoved } = this.#of;
    const id = shownId();
    if (id === undefined) return;
    const current = await desk.targets.current({ tenantId, kind, id }).catch(() => id);
    if (current === id || shownId() !== id) return;
    this.#former = { ...this.#former, [current]: id };
    onmoved(current);
  }

  /** All that the thing was known as while it was shown, the newest first. */
  knownAs(id: string): readonly string[] {
    const ids = [id];
    for (let former = this.#former[id]; former !== undefined && !ids.includes(former);) {
      ids.push(former);
      former = this.#former[former];
    }
    return ids;
  }

  /** The same for every identifier of one thing: what a component of it is keyed by. */
  keyOf(id: string): string {
    return this.knownAs(id).at(-1) ?? id;
  }
}
