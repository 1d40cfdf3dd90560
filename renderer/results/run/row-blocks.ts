/** A block of rows, and the total number. */
export interface Block<Row> {
  readonly rows: readonly Row[];
  readonly rowCount: number;
}

interface RowBlocksOptions<Row> {
  readonly blockSize: number;
  readonly fetch: (first: number, count: number) => Promise<Block<Row>>;
  readonly onarrived: (rowCount: number) => void;
  readonly onfailed: (error: unknown) => void;
}

/** Loaded blocks. */
const maxBlocks = 60;
/** Blocks loaded at once. The latest requested come first: they are visible. */
const maxActive = 3;
const maxWaiting = 6;

/** Rows of a large table, loaded in blocks on demand; requests for rows that were scrolled past are canceled. */
export class RowBlocks<Row> {
  readonly #options: RowBlocksOptions<Row>;
  /** By index, in order of arrival. */
  readonly #blocks = new Map<number, readonly Row[]>();
  readonly #active = new Set<number>();
  #waiting: number[] = [];
  #isFailed = false;

  constructor(options: RowBlocksOptions<Row>) {
    this.#options = options;
  }

  get first(): readonly Row[] {
    return this.#blocks.get(0) ?? [];
  }

  /** Undefined while it loads, which this starts. */
  row(index: number): Row | undefined {
    const { blockSize } = this.#options;
    const at = Math.floor(index / blockSize);
    const row = this.#blocks.get(at)?.[index - at * blockSize];
    if (row === undefined) this.#ask(at);
    return row;
  }

  /** Rows from this index on have changed: they are loaded again on demand. */
  forget(from: number): void {
    const first = Math.floor(from / this.#options.blockSize);
    for (const at of this.#blocks.keys()) if (at >= first) this.#blocks.delete(at);
  }

  /** Rejects with the error of `fetch`. */
  async fetch(at: number): Promise<void> {
    const { blockSize, fetch, onarrived } = this.#options;
    this.#active.add(at);
    try {
      const { rows, rowCount } = await fetch(at * blockSize, blockSize);
      this.#blocks.delete(at);
      this.#blocks.set(at, rows);
      // The first block determines the column widths and is never dropped.
      for (const other of this.#blocks.keys()) {
        if (this.#blocks.size <= maxBlocks) break;
        if (other !== 0) this.#blocks.delete(other);
      }
      onarrived(rowCount);
    } finally {
      this.#active.delete(at);
      this.#next();
    }
  }

  #ask(at: number): void {
    if (this.#isFailed || this.#active.has(at)) return;
    this.#waiting = [...this.#waiting.filter((other) => other !== at), at].slice(-maxWaiting);
    this.#next();
  }

  #next(): void {
    while (this.#active.size < maxActive) {
      const at = this.#waiting.pop();
      if (at === undefined) return;
      this.fetch(at).catch((error: unknown) => {
        this.#isFailed = true;
        this.#options.onfailed(error);
      });
    }
  }
}
