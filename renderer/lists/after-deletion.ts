/** What is shown after applications were deleted, while the list still contains them until it is refreshed. */
export class AfterDeletion {
  #deleted: ReadonlySet<string> = new Set();
  #neighbor: string | undefined;

  /** `shown` is the list before, `open` the item that was open beside it. */
  note(
    deleted: readonly string[],
    shown: readonly { readonly id: string }[],
    open: string | undefined,
  ): void {
    this.#deleted = new Set(deleted);
    const left = shown.filter(({ id }) => !this.#deleted.has(id));
    const at = shown.findIndex(({ id }) => id === open);
    const before = shown.slice(0, Math.max(0, at)).filter(({ id }) => !this.#deleted.has(id)).length;
    this.#neighbor = (left[before] ?? left.at(-1))?.id;
  }

  isGone(id: string): boolean {
    return this.#deleted.has(id);
  }

  /** The neighbor of the open item, else the first remaining one. */
  next<Item extends { readonly id: string }>(shown: readonly Item[]): Item | undefined {
    return shown.find(({ id }) => id === this.#neighbor) ?? shown.find(({ id }) => !this.#deleted.has(id));
  }
}
