import type { ViewMemory } from './view-state.ts';

/** Keys about a tenant end with its ID: they are deleted with it. */
const memoryKey = (tenantId: string): string => `desk.pinned:${tenantId}`;

/** More would not be an overview. */
export const maxPinned = 20;

/** The items that the user has pinned, by tenant: their URLs, in the user's order. The profile has no names of them. */
export class PinnedItems {
  readonly #memory: ViewMemory;
  #changed = $state.raw<Readonly<Record<string, readonly string[]>>>({});

  constructor(memory: ViewMemory) {
    this.#memory = memory;
  }

  of(tenantId: string): readonly string[] {
    return this.#changed[tenantId] ?? this.#stored(tenantId);
  }

  has(tenantId: string, path: string): boolean {
    return this.of(tenantId).includes(path);
  }

  /** Adds it at the end. Throws `RangeError` if there are too many. */
  add(tenantId: string, path: string): void {
    if (this.has(tenantId, path)) return;
    if (this.of(tenantId).length >= maxPinned)
      throw new RangeError(`At most ${maxPinned} items can be pinned. Unpin one first.`);
    this.set(tenantId, [...this.of(tenantId), path]);
  }

  remove(tenantId: string, path: string): void {
    this.set(
      tenantId,
      this.of(tenantId).filter((other) => other !== path),
    );
  }

  /** Moves it up (-1) or down (1). */
  move(tenantId: string, path: string, by: -1 | 1): void {
    const paths = [...this.of(tenantId)];
    const at = paths.indexOf(path);
    const other = paths[at + by];
    if (at === -1 || other === undefined) return;
    paths[at + by] = path;
    paths[at] = other;
    this.set(tenantId, paths);
  }

  /** For undoing a change. */
  set(tenantId: string, paths: readonly string[]): void {
    this.#changed = { ...this.#changed, [tenantId]: paths };
    if (paths.length === 0) this.#memory.removeItem(memoryKey(tenantId));
    else this.#memory.setItem(memoryKey(tenantId), JSON.stringify(paths));
  }

  #stored(tenantId: string): readonly string[] {
    try {
      const stored: unknown = JSON.parse(this.#memory.getItem(memoryKey(tenantId)) ?? '[]');
      const all: readonly unknown[] = Array.isArray(stored) ? stored : [];
      const paths = all.filter((path): path is string => typeof path === 'string' && path.startsWith('#/t/'));
      return paths.filter((path, index) => paths.indexOf(path) === index).slice(0, maxPinned);
    } catch {
      return [];
    }
  }
}
