/** What is shown once applications were deleted, while the list still has them until it is read anew. */
export class AfterDeletion {
  #gone: ReadonlySet<string> = new Set();
  #neighbor: string | undefined;

  /** `shown` is the list as it was, `open` what was open beside it. */
  note(gone: readonly string[], shown: readonly { readonly id: string }[], open: string | undefined): void {
    this.#gone = new Set(gone);
    const left = shown.filter(({ id }) => !this.#gone.has(id));
    const at = shown.findIndex(({ id }) => id === open);
    const before = shown.slice(0, Math.max(0, at)).filter(({ id }) => !this.#gone.has(id)).length;
    this.#neighbor = (left[before] ?? left.at(-1))?.id;
  }

  isGone(id: string): boolean {
    return this.#gone.has(id);
  }

  /** The neighbor of what was open, else the first that is still there. */
  next<Item extends { readonly id: string }>(shown: readonly Item[]): Item | undefined {
    return shown.find(({ id }) => id === this.#neighbor) ?? shown.find(({ id }) => !this.#gone.has(id));
  }
}
