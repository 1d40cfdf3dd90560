import type { Desk } from '../../../contract/bridge/desk.ts';
import type { StoredResult, ResultCell, ResultView } from '../../../contract/queries/results.ts';
import type { GridRows } from '../../ui/index.ts';
import { RowBlocks } from './row-blocks.ts';

type Row = readonly ResultCell[];
type Reading = Pick<Desk, 'results'>;

/** Cells that are fetched at once, about; and rows, at least and at most. */
const blockCells = 20_000;
const blockRows = { least: 20, most: 200 } as const;
/** Rows that main gives at once. */
const maxAtOnce = 1000;
/** Rows that tell how wide a column is as well as those of another view. */
const tellingSample = 60;

interface StoredRowsParts {
  readonly result: StoredResult;
  readonly view: ResultView;
  readonly onfailed: (error: unknown) => void;
  /** The rows that were shown before these: of the same result its columns stay as wide as they are. */
  readonly before?: StoredRows | undefined;
}

/**
 * The rows of a result that is kept, as a grid draws them: fetched in blocks when they come into sight. Reactive: what is
 * drawn is drawn again when its block arrives.
 */
export class StoredRows implements GridRows {
  readonly #desk: Reading;
  readonly #id: string;
  readonly #blocks: RowBlocks<Row>;
  readonly #width: number;
  /** What the columns were measured by before. */
  readonly #sample: readonly Row[] | undefined;
  readonly view: ResultView;
  #count = $state(0);
  /** Moves on whenever rows have arrived. */
  #version = $state(0);

  constructor(desk: Reading, { result, view, onfailed, before }: StoredRowsParts) {
    this.#desk = desk;
    this.#id = result.id;
    this.#width = result.columns.length;
    this.view = view;
    if (before !== undefined && before.#id === this.#id && before.#width === this.#width) {
      const { sample } = before;
      if (sample.length >= tellingSample) this.#sample = sample;
    }
    const fitting = Math.floor(blockCells / Math.max(1, result.columns.length));
    this.#blocks = new RowBlocks<Row>({
      blockSize: Math.max(blockRows.least, Math.min(blockRows.most, fitting)),
      fetch: (first, count) => this.#window(first, count),
      onarrived: (rowCount) => {
        this.#count = rowCount;
        this.#version += 1;
      },
      onfailed,
    });
  }

  get count(): number {
    return this.#count;
  }

  get sample(): readonly Row[] {
    void this.#version;
    return this.#sample ?? this.#blocks.first;
  }

  /** Fetches the first rows. Rejects with what `results.window` does. */
  begin(): Promise<void> {
    return this.#blocks.fetch(0);
  }

  row(index: number): Row | undefined {
    void this.#version;
    return this.#blocks.row(index);
  }

  /** More rows have arrived: behind those of before, or, in a view, anywhere among them. */
  grow(rowCount: number): void {
    const isWhole = this.view.sort === null && this.view.filters.length === 0;
    this.#blocks.forget(isWhole ? this.#count : 0);
    if (isWhole) this.#count = rowCount;
    this.#version += 1;
  }

  /** Rows that follow each other, and which of their cells are only the beginning (row, column). */
  async read(first: number, count: number): Promise<{ rows: Row[]; cut: [number, number][] }> {
    const rows: Row[] = [];
    const cut: [number, number][] = [];
    while (rows.length < count) {
      const from = first + rows.length;
      const wanted = Math.min(maxAtOnce, count - rows.length);
      const window = await this.#window(from, wanted);
      for (const [row, column] of window.cut) cut.push([from + row, column]);
      rows.push(...window.rows);
      if (window.rows.length < wanted) break;
    }
    return { rows, cut };
  }

  #window(first: number, count: number) {
    return this.#desk.results.window({ id: this.#id, view: copyOf(this.view), first, count });
  }
}

/** What crosses to main must be plain. */
export function copyOf({ sort, filters }: ResultView): ResultView {
  return { sort: sort === null ? null : { ...sort }, filters: filters.map((filter) => ({ ...filter })) };
}
