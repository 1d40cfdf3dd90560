/** Rows that are fetched together, and how many there are in all. */
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

/** Blocks that are at hand. */
const maxBlocks = 60;
/** Blocks that are fetched at once. Of those that wait, the ones asked for last come first: they are in sight. */
const maxActive = 3;
const maxWaiting = 6;

/** Rows of a large table, fetched in blocks as they are asked for; those that were passed by are given up. */
export class RowBlocks<Row> {
  readonly #options: RowBlocksOptions<Row>;
  /** By their place, in the order in which they arrived. */
  readonly #blocks = new Map<number, readonly Row[]>();
  readonly #underWay = new Set<number>();
  #waiting: number[] = [];
  #isFailed = false;

  constructor(options: RowBlocksOptions<Row>) {
    this.#options = options;
  }

  get first(): readonly Row[] {
    return this.#blocks.get(0) ?? [];
  }

  /** Undefined while it is fetched, which this begins. */
  row(index: number): Row | undefined {
    const { blockSize } = this.#options;
    const at = Math.floor(index / blockSize);
    const row = this.#blocks.get(at)?.[index - at * blockSize];
    if (row === undefined) this.#ask(at);
    return row;
  }

  /** There are others now from this row on: they are fetched again when they are asked for. */
  forget(from: number): void {
    const first = Math.floor(from / this.#options.blockSize);
    for (const at of this.#blocks.keys()) if (at >= first) this.#blocks.delete(at);
  }

  /** Rejects with what `fetch` does. */
  async fetch(at: number): Promise<void> {
    const { blockSize, fetch, onarrived } = this.#options;
    this.#underWay.add(at);
    try {
      const { rows, rowCount } = await fetch(at * blockSize, blockSize);
      this.#blocks.delete(at);
      this.#blocks.set(at, rows);
      // The first one tells how wide the columns are, and stays.
      for (const other of this.#blocks.keys()) {
        if (this.#blocks.size <= maxBlocks) break;
        if (other !== 0) this.#blocks.delete(other);
      }
      onarrived(rowCount);
    } finally {
      this.#underWay.delete(at);
      this.#next();
    }
  }

  #ask(at: number): void {
    if (this.#isFailed || this.#underWay.has(at)) return;
    this.#waiting = [...this.#waiting.filter((other) => other !== at), at].slice(-maxWaiting);
    this.#next();
  }

  #next(): void {
    while (this.#underWay.size < maxActive) {
      const at = this.#waiting.pop();
      if (at === undefined) return;
      this.fetch(at).catch((error: unknown) => {
        this.#isFailed = true;
        this.#options.onfailed(error);
      });
    }
  }
}
