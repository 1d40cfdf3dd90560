import type { Desk } from '../../../contract/bridge/desk.ts';
import type { StoredResult, ResultCell, ResultView } from '../../../contract/queries/results.ts';
import type { GridRows } from '../../ui/index.ts';
import { RowBlocks } from './row-blocks.ts';

type Row = readonly ResultCell[];
type Reading = Pick<Desk, 'results'>;

/** About how many cells are loaded at once; and the minimum and maximum of rows. */
const blockCells = 20_000;
const blockRows = { min: 20, max: 200 } as const;
/** Maximum of rows that main returns at once. */
const maxAtOnce = 1000;
/** A sample of this many rows is enough to reuse the column widths for another view. */
const minSample = 60;

interface StoredRowsParts {
  readonly result: StoredResult;
  readonly view: ResultView;
  readonly onfailed: (error: unknown) => void;
  /** The previously shown rows: for the same result the columns keep their widths. */
  readonly before?: StoredRows | undefined;
}

/**
 * The rows of a stored result for a grid: loaded in blocks when they become visible. Reactive: renders again when a
 * block arrives.
 */
export class StoredRows implements GridRows {
  readonly #desk: Reading;
  readonly #id: string;
  readonly #blocks: RowBlocks<Row>;
  readonly #width: number;
  /** The sample that the columns were measured with. */
  readonly #sample: readonly Row[] | undefined;
  readonly view: ResultView;
  #count = $state(0);
  /** Increases whenever rows have arrived. */
  #version = $state(0);

  constructor(desk: Reading, { result, view, onfailed, before }: StoredRowsParts) {
    this.#desk = desk;
    this.#id = result.id;
    this.#width = result.columns.length;
    this.view = view;
    if (before !== undefined && before.#id === this.#id && before.#width === this.#width) {
      const { sample } = before;
      if (sample.length >= minSample) this.#sample = sample;
    }
    const fitting = Math.floor(blockCells / Math.max(1, result.columns.length));
    this.#blocks = new RowBlocks<Row>({
      blockSize: Math.max(blockRows.min, Math.min(blockRows.max, fitting)),
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

  /** Loads the first rows. Rejects with the error of `results.window`. */
  begin(): Promise<void> {
    return this.#blocks.fetch(0);
  }

  row(index: number): Row | undefined {
    void this.#version;
    return this.#blocks.row(index);
  }

  /** More rows have arrived: after the previous ones or, in a view, anywhere among them. */
  grow(rowCount: number): void {
    const isWhole = this.view.sort === null && this.view.filters.length === 0;
    this.#blocks.forget(isWhole ? this.#count : 0);
    if (isWhole) this.#count = rowCount;
    this.#version += 1;
  }

  /** Consecutive rows, and which of their cells are truncated (row, column). */
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

/** Only plain values can be sent to main. */
export function copyOf({ sort, filters }: ResultView): ResultView {
  return { sort: sort === null ? null : { ...sort }, filters: filters.map((filter) => ({ ...filter })) };
}
