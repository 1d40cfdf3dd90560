import type { Desk } from '../../../contract/bridge/desk.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { QueryParameter, TypedParameter } from '../../../contract/queries/queries.ts';
import type { ResultFormat } from '../../../contract/queries/result-formats.ts';
import type {
  StoredResult,
  PlaceChart,
  ResultFilter,
  ResultGrouping,
  ResultGroups,
  ResultPaging,
  ResultView,
} from '../../../contract/queries/results.ts';
import { steadyTime } from '../../state/clock.svelte.ts';
import { copyOf, StoredRows } from './stored-rows.svelte.ts';

type QueryParameters = Readonly<Record<string, QueryParameter>>;

const wholeView: ResultView = { sort: null, filters: [] };
const noGroups: ResultGroups = {
  ...{ categories: [], series: [], values: [], otherCategories: 0, otherSeries: 0 },
  ...{ rowCount: 0, rowsWithoutTime: 0, earlierRows: 0 },
};

interface Shown {
  readonly result: StoredResult;
  readonly rows: StoredRows;
}

/**
 * The running query of one place, or its last stored result, which is still there when the user comes back. Only one
 * runs at a time: a new run cancels the previous one.
 */
export class QueryRunning {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #place: string;
  readonly #stopListening: () => void;
  /** File name of its exports. */
  fileStem = 'query-result';
  /** Metadata of the shown rows. */
  result = $state.raw<StoredResult | undefined>(undefined);
  rows = $state.raw<StoredRows | undefined>(undefined);
  failure = $state.raw<DeskError | undefined>(undefined);
  /** The chart settings of the place. */
  chart = $state.raw<PlaceChart>({ isShown: false, isTable: false, choice: null });
  /** When the current run began (`performance.now`). */
  startedAt = $state.raw(0);
  #asking = $state.raw<AbortController | undefined>(undefined);
  #exporting = $state.raw<AbortController | undefined>(undefined);
  /** Rows that are being loaded: of a new result, or sorted or filtered differently. */
  #arranging = $state.raw<Shown | undefined>(undefined);
  /** Main's last event about the place. */
  #latest: StoredResult | undefined;
  #isChartChosen = false;

  constructor(desk: Desk, tenantId: string, place: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
    this.#place = place;
    this.#stopListening = desk.on('results.changed', (result) => this.#hear(result));
  }

  /** No first row has arrived yet. */
  get isWaiting(): boolean {
    return this.#asking !== undefined;
  }

  get isRunning(): boolean {
    return this.isWaiting || this.result?.state === 'running';
  }

  get isExporting(): boolean {
    return this.#exporting !== undefined;
  }

  get isArranging(): boolean {
    return this.#arranging !== undefined;
  }

  /** Of the shown rows. */
  get view(): ResultView {
    return this.rows?.view ?? wholeView;
  }

  /** As last requested: the rows may still be loading. */
  get requestedView(): ResultView {
    return this.#arranging?.rows.view ?? this.view;
  }

  /** Shows the stored result. Never rejects: without one there is no result yet. */
  async restore(): Promise<void> {
    await Promise.all([this.#restoreResult(), this.#restoreChart()]);
  }

  /** Changes the chart settings of the place and saves them. */
  draw(change: Partial<PlaceChart>): void {
    this.chart = { ...this.chart, ...change };
    this.#isChartChosen = true;
    const { isShown, isTable, choice } = this.chart;
    this.#desk.results
      .saveChart({
        ...{ tenantId: this.#tenantId, place: this.#place },
        chart: { isShown, isTable, choice: choice === null ? null : { ...choice } },
      })
      // It is drawn as requested, and chosen again the next time.
      .catch(() => undefined);
  }

  async #restoreChart(): Promise<void> {
    const where = { tenantId: this.#tenantId, place: this.#place };
    const stored = await this.#desk.results.chartAt(where).catch(() => undefined);
    if (stored !== undefined && !this.#isChartChosen) this.chart = stored;
  }

  async #restoreResult(): Promise<void> {
    try {
      const stored = await this.#desk.results.at({ tenantId: this.#tenantId, place: this.#place });
      if (stored === undefined || this.#latest !== undefined || this.isWaiting) return;
      this.#latest = stored;
      if (stored.state === 'running') this.startedAt = steadyTime(stored.startedAt);
      await this.#show(stored, wholeView);
    } catch {
      // The result can be fetched again.
    }
  }

  /** Never rejects: a failure becomes state. `entered`: what the values were made from, for the history. */
  async run(
    text: string,
    parameters: QueryParameters,
    paging?: ResultPaging,
    entered?: readonly TypedParameter[],
  ): Promise<void> {
    this.stop();
    const current = new AbortController();
    this.#asking = current;
    this.startedAt = performance.now();
    this.failure = undefined;
    try {
      const result = await this.#desk.results.start(
        {
          ...{ tenantId: this.#tenantId, place: this.#place, text, parameters: { ...parameters } },
          ...(paging === undefined ? {} : { paging: { ...paging } }),
          ...(entered === undefined ? {} : { entered: entered.map((parameter) => ({ ...parameter })) }),
        },
        { signal: current.signal },
      );
      // A response that was pending when the run was canceled does not belong to the next one.
      if (!current.signal.aborted) await this.#showStarted(result);
    } catch (thrown) {
      if (current.signal.aborted) return;
      this.#fail(thrown);
    } finally {
      if (this.#asking === current) this.#asking = undefined;
    }
  }

  /** Requests no more rows; those that have arrived stay. */
  stop(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    const { result } = this;
    if (result?.state === 'running') this.#desk.results.stop({ id: result.id }).catch(() => undefined);
  }

  /** Called when the place closes; a run in progress continues. */
  leave(): void {
    this.#stopListening();
  }

  sort(sort: ResultView['sort']): Promise<void> {
    return this.#arrange({ ...this.requestedView, sort });
  }

  filter(filters: readonly ResultFilter[]): Promise<void> {
    return this.#arrange({ ...this.requestedView, filters: [...filters] });
  }

  /** Exports the shown rows to a file; undefined: no file chosen, or canceled. */
  async export(
    format: ResultFormat,
  ): Promise<
    { readonly fileName: string; readonly rowCount: number; readonly cutCells: number } | undefined
  > {
    const { result } = this;
    if (result === undefined) return undefined;
    const current = new AbortController();
    this.#exporting = current;
    try {
      return await this.#desk.results.export(
        { id: result.id, view: copyOf(this.view), format, suggestedName: this.fileStem },
        { signal: current.signal },
      );
    } catch (thrown) {
      if (current.signal.aborted) return undefined;
      throw thrown;
    } finally {
      if (this.#exporting === current) this.#exporting = undefined;
    }
  }

  stopExport(): void {
    this.#exporting?.abort();
  }

  /** The shown rows, grouped for a chart. */
  async groups(grouping: ResultGrouping): Promise<ResultGroups> {
    const { result } = this;
    if (result === undefined) return noGroups;
    return await this.#desk.results.groups({
      id: result.id,
      view: copyOf(this.view),
      grouping: { ...grouping },
    });
  }

  /** The full content of a cell that is only loaded in part. */
  async wholeCell(row: number, column: number) {
    const { result } = this;
    if (result === undefined) return null;
    const { value } = await this.#desk.results.cell({ id: result.id, view: copyOf(this.view), row, column });
    return value;
  }

  async #arrange(view: ResultView): Promise<void> {
    const result = this.#arranging?.result ?? this.result;
    if (result !== undefined) await this.#show(result, view).catch((error: unknown) => this.#fail(error));
  }

  /** A view of the previous columns fits these too, if they are equal. */
  async #showStarted(result: StoredResult): Promise<void> {
    const namesOf = (of: StoredResult | undefined) => JSON.stringify(of?.columns.map(({ name }) => name));
    const isSame = namesOf(this.result) === namesOf(result);
    if (this.#latest?.id !== result.id) this.#latest = result;
    await this.#show(result, isSame ? this.requestedView : wholeView);
  }

  /** Rows are shown once the first of them are loaded, with their columns. */
  async #show(result: StoredResult, view: ResultView): Promise<void> {
    const rows = new StoredRows(this.#desk, {
      ...{ result, view, before: this.rows },
      onfailed: (error) => {
        if (this.rows === rows) this.#fail(error);
      },
    });
    const arranging = { result, rows };
    this.#arranging = arranging;
    try {
      await rows.begin();
      if (this.#arranging !== arranging) return;
      this.result = this.#latest?.id === result.id ? this.#latest : result;
      this.rows = rows;
      if (this.result.rowCount !== result.rowCount) rows.grow(this.result.rowCount);
    } finally {
      if (this.#arranging === arranging) this.#arranging = undefined;
    }
  }

  #hear(changed: StoredResult): void {
    if (changed.tenantId !== this.#tenantId || changed.place !== this.#place) return;
    this.#latest = changed;
    if (changed.id !== this.result?.id) {
      // Another window has run a query here: the shown result is no longer stored.
      if (!this.isWaiting && !this.isArranging) void this.#showStarted(changed).catch(() => undefined);
      return;
    }
    const isMore = changed.rowCount !== this.result.rowCount;
    const isWider = changed.columns.length !== this.result.columns.length;
    this.result = changed;
    if (isWider) void this.#arrange(this.requestedView);
    else if (isMore) this.rows?.grow(changed.rowCount);
  }

  #fail(thrown: unknown): void {
    this.failure = toDeskError(thrown);
    this.result = undefined;
    this.rows = undefined;
  }
}
