import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Plan, PlanItem, PlanItemSummary } from '../../contract/changes/changes.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { Branch, Section } from './change-sections.ts';

/** How many items of an identical change are listed before the rest is only a number. */
const firstLook = 5;
/** How many more are loaded at a time. */
const pageSize = 100;
/** Branches up to this size are expanded initially. */
const opensUpTo = 12;

/**
 * The items of one plan, loaded page by page as they become visible: a plan may have thousands, and only requested
 * ones are held. Collapsed branches are released.
 */
export class PlanItems {
  readonly #desk: Desk;
  #planId = '';
  #sections = $state.raw<readonly Section[]>([]);
  readonly #pages = new SvelteMap<string, readonly PlanItemSummary[]>();
  readonly #open = new SvelteSet<string>();
  /** Branches that the user expanded or collapsed stay so when the plan is loaded again. */
  readonly #known = new SvelteSet<string>();
  #selectedId = $state<string | undefined>(undefined);
  #selected = $state.raw<PlanItem | undefined>(undefined);
  #failure = $state.raw<DeskError | undefined>(undefined);
  #turn = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get sections(): readonly Section[] {
    return this.#sections;
  }

  /** The selected item, as the list has it. */
  get selectedId(): string | undefined {
    return this.#selectedId;
  }

  /** The selected item in full, once it is loaded. */
  get selected(): PlanItem | undefined {
    return this.#selected;
  }

  get failure(): DeskError | undefined {
    return this.#failure;
  }

  of(branch: Branch): readonly PlanItemSummary[] {
    return this.#pages.get(branch.id) ?? [];
  }

  isOpen(branch: Branch): boolean {
    return this.#open.has(branch.id);
  }

  /**
   * Shows a plan, or a newer state of the same one: then expanded branches, pages and the selection stay. Never
   * rejects.
   */
  async show(plan: Plan, sections: readonly Section[]): Promise<void> {
    const isSame = plan.id === this.#planId;
    this.#turn += 1;
    const turn = this.#turn;
    if (!isSame) this.#forget(plan.id);
    this.#sections = sections;
    const branches = sections.flatMap((section) => section.branches);
    branches.forEach((branch, index) => {
      if (this.#known.has(branch.id)) return;
      this.#known.add(branch.id);
      if (branch.count <= opensUpTo || index === 0 || branch.decision !== null) this.#open.add(branch.id);
    });
    for (const branch of branches) {
      const held = this.of(branch).length;
      if (held > 0) await this.#read(branch, 0, Math.max(held, firstLook));
    }
    const [first] = branches;
    if (turn !== this.#turn || first === undefined) return;
    if (!isSame || this.#selectedId === undefined) {
      await this.load(first);
      if (turn !== this.#turn) return;
      const item = this.of(first)[0];
      if (item !== undefined && this.#selectedId === undefined) await this.select(item.id);
    } else await this.select(this.#selectedId);
  }

  /** Loads the first items of a branch, once. */
  async load(branch: Branch): Promise<void> {
    if (this.of(branch).length === 0)
      await this.#read(branch, 0, branch.count <= opensUpTo ? opensUpTo : firstLook);
  }

  async more(branch: Branch): Promise<void> {
    await this.#read(branch, this.of(branch).length, pageSize);
  }

  async toggle(branch: Branch): Promise<void> {
    if (this.#open.delete(branch.id)) {
      const held = this.of(branch);
      if (held.length > firstLook) this.#pages.set(branch.id, held.slice(0, firstLook));
      return;
    }
    this.#open.add(branch.id);
    await this.load(branch);
  }

  /** Selects an item: the previous one stays until the new one is loaded. */
  async select(itemId: string): Promise<void> {
    this.#selectedId = itemId;
    const planId = this.#planId;
    try {
      const item = await this.#desk.changes.item({ planId, itemId });
      if (this.#selectedId !== itemId || this.#planId !== planId) return;
      this.#selected = item;
      this.#failure = undefined;
    } catch (thrown) {
      if (this.#selectedId === itemId && this.#planId === planId) this.#failure = toDeskError(thrown);
    }
  }

  /** The state of an item changed: it is updated where it is shown. */
  note(item: PlanItemSummary): void {
    for (const [id, items] of this.#pages) {
      const index = items.findIndex((held) => held.id === item.id);
      if (index >= 0) this.#pages.set(id, items.with(index, item));
    }
    if (this.#selected?.id === item.id) this.#selected = { ...this.#selected, ...item };
  }

  async #read(branch: Branch, offset: number, limit: number): Promise<void> {
    const planId = this.#planId;
    try {
      const page = await this.#desk.changes.items({
        planId,
        offset,
        limit: Math.min(limit, 1000),
        ...branch.query,
      });
      if (planId !== this.#planId) return;
      this.#pages.set(branch.id, [...this.of(branch).slice(0, offset), ...page.items]);
    } catch (thrown) {
      if (planId === this.#planId) this.#failure = toDeskError(thrown);
    }
  }

  #forget(planId: string): void {
    this.#planId = planId;
    this.#pages.clear();
    this.#open.clear();
    this.#known.clear();
    this.#selectedId = undefined;
    this.#selected = undefined;
    this.#failure = undefined;
  }
}
