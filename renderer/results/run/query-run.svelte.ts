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
  ...{ rowCount: 0, rowsWithoutMoment: 0, earlierRows: 0 },
};

/**
 * The query that runs at one place, or its last result, which is kept: whoever comes back to the place finds it. There is one
 * at a time: a new run gives up the one before.
 */
export class QueryRunning {
  readonly #desk: Desk;
  readonly #tenantId: string;
  readonly #place: string;
  readonly #stopListening: () => void;
  /** What its exports are called. */
  fileStem = 'query-result';
  /** What is known of the rows that are shown. */
  result = $state.raw<StoredResult | undefined>(undefined);
  rows = $state.raw<StoredRows | undefined>(undefined);
  failure = $state.raw<DeskError | undefined>(undefined);
  /** How the place's results are drawn. */
  chart = $state.raw<PlaceChart>({ isShown: false, isTable: false, choice: null });
  /** When the run under way began, as `performance.now` has it. */
  startedAt = $state.raw(0);
  #asking = $state.raw<AbortController | undefined>(undefined);
  #exporting = $state.raw<AbortController | undefined>(undefined);
  /** Rows are being put in another order. */
  #arranging = $state.raw<StoredRows | undefined>(undefined);
  /** What main has told last of the place. */
  #latest: StoredResult | undefined;
  #isChartChosen = false;

  constructor(desk: Desk, tenantId: string, place: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
    this.#place = place;
    this.#stopListening = desk.on('results.changed', (result) => this.#hear(result));
  }

  /** No first row has come yet. */
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

  get view(): ResultView {
    return this.rows?.view ?? wholeView;
  }

  /** Shows what is kept from before. Never rejects: without it there is no result yet. */
  async restore(): Promise<void> {
    await Promise.all([this.#restoreResult(), this.#restoreChart()]);
  }

  /** Changes how the place's results are drawn, and keeps it. */
  draw(change: Partial<PlaceChart>): void {
    this.chart = { ...this.chart, ...change };
    this.#isChartChosen = true;
    const { isShown, isTable, choice } = this.chart;
    this.#desk.results
      .keepChart({
        ...{ tenantId: this.#tenantId, place: this.#place },
        chart: { isShown, isTable, choice: choice === null ? null : { ...choice } },
      })
      // It is drawn as it was asked for, and chosen anew the next time.
      .catch(() => undefined);
  }

  async #restoreChart(): Promise<void> {
    const where = { tenantId: this.#tenantId, place: this.#place };
    const kept = await this.#desk.results.chartAt(where).catch(() => undefined);
    if (kept !== undefined && !this.#isChartChosen) this.chart = kept;
  }

  async #restoreResult(): Promise<void> {
    try {
      const kept = await this.#desk.results.at({ tenantId: this.#tenantId, place: this.#place });
      if (kept === undefined || this.#latest !== undefined || this.isWaiting) return;
      this.#latest = kept;
      if (kept.state === 'running') this.startedAt = steadyTime(kept.startedAt);
      await this.#show(kept, wholeView);
    } catch {
      // A result can be had again.
    }
  }

  /** Never rejects: a failure becomes state. `entered`: what the values were made of, for the history. */
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
      // An answer that was under way when the run was given up is not that of the one after it.
      if (!current.signal.aborted) await this.#showStarted(result);
    } catch (thrown) {
      if (current.signal.aborted) return;
      this.#fail(thrown);
    } finally {
      if (this.#asking === current) this.#asking = undefined;
    }
  }

  /** Asks for no more rows; those that have come stay. */
  stop(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    const { result } = this;
    if (result?.state === 'running') this.#desk.results.stop({ id: result.id }).catch(() => undefined);
  }

  /** Whoever leaves the place; what runs goes on. */
  leave(): void {
    this.#stopListening();
  }

  sort(sort: ResultView['sort']): Promise<void> {
    return this.#arrange({ ...this.view, sort });
  }

  filter(filters: readonly ResultFilter[]): Promise<void> {
    return this.#arrange({ ...this.view, filters: [...filters] });
  }

  /** Writes the rows that are shown to a file; undefined: no file chosen, or given up. */
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

  /** The rows that are shown, gathered for a chart. */
  async groups(grouping: ResultGrouping): Promise<ResultGroups> {
    const { result } = this;
    if (result === undefined) return noGroups;
    return await this.#desk.results.groups({
      id: result.id,
      view: copyOf(this.view),
      grouping: { ...grouping },
    });
  }

  /** The whole of a cell of which only the beginning is at hand. */
  async wholeCell(row: number, column: number) {
    const { result } = this;
    if (result === undefined) return null;
    const { value } = await this.#desk.results.cell({ id: result.id, view: copyOf(this.view), row, column });
    return value;
  }

  async #arrange(view: ResultView): Promise<void> {
    const { result } = this;
    if (result !== undefined) await this.#show(result, view).catch((error: unknown) => this.#fail(error));
  }

  /** A view of the columns before is one of these, too, where they are the same. */
  async #showStarted(result: StoredResult): Promise<void> {
    const namesOf = (of: StoredResult | undefined) => JSON.stringify(of?.columns.map(({ name }) => name));
    const isSame = namesOf(this.result) === namesOf(result);
    if (this.#latest?.id !== result.id) this.#latest = result;
    await this.#show(result, isSame ? this.view : wholeView);
  }

  /** Rows are shown once the first of them are there, with the columns that they have. */
  async #show(result: StoredResult, view: ResultView): Promise<void> {
    const rows = new StoredRows(this.#desk, {
      ...{ result, view, before: this.rows },
      onfailed: (error) => {
        if (this.rows === rows) this.#fail(error);
      },
    });
    this.#arranging = rows;
    try {
      await rows.begin();
      if (this.#arranging !== rows) return;
      this.result = this.#latest?.id === result.id ? this.#latest : result;
      this.rows = rows;
      if (this.result.rowCount !== result.rowCount) rows.grow(this.result.rowCount);
    } finally {
      if (this.#arranging === rows) this.#arranging = undefined;
    }
  }

  #hear(told: StoredResult): void {
    if (told.tenantId !== this.#tenantId || told.place !== this.#place) return;
    this.#latest = told;
    if (told.id !== this.result?.id) {
      // Another window has run a query here: what was shown is kept no longer.
      if (!this.isWaiting && !this.isArranging) void this.#showStarted(told).catch(() => undefined);
      return;
    }
    const isMore = told.rowCount !== this.result.rowCount;
    const isWider = told.columns.length !== this.result.columns.length;
    this.result = told;
    if (isWider) void this.#arrange(this.view);
    else if (isMore) this.rows?.grow(told.rowCount);
  }

  #fail(thrown: unknown): void {
    this.failure = toDeskError(thrown);
    this.result = undefined;
    this.rows = undefined;
  }
}
