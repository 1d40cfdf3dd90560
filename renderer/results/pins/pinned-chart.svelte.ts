import type { Desk } from '../../../contract/bridge/desk.ts';
import { DeskFailure, toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { Pin } from '../../../contract/pins/pins.ts';
import { placeOfPin } from '../../../contract/queries/result-formats.ts';
import type { StoredResult } from '../../../contract/queries/results.ts';
import { parameterValues } from '../parameters/query-parameters.ts';
import { chartData, emptyChart, type ChartData } from '../chart/chart-data.ts';
import { chartDescription, groupingOf } from '../chart/chart-choice.ts';

/** A result that was gathered for the chart, and when its query was run. */
interface DrawnResult {
  readonly data: ChartData;
  readonly result: StoredResult;
}

/** One pinned chart: the last result that is kept of it, which stays until there is a newer one, and the run under way. */
export class PinnedChart {
  readonly #desk: Desk;
  readonly #pin: Pin;
  readonly #stopListening: () => void;
  drawn = $state.raw<DrawnResult | undefined>(undefined);
  /** Why there is no newer one. */
  failure = $state.raw<DeskError | undefined>(undefined);
  #asking = $state.raw<AbortController | undefined>(undefined);
  /** The run whose rows still arrive. */
  #arriving = $state.raw<StoredResult | undefined>(undefined);
  /** The run that has ended last: what is told of it later is of before. */
  #ended = '';
  /** What is told once nothing runs any more. */
  #waiting: (() => void)[] = [];

  constructor(desk: Desk, pin: Pin) {
    this.#desk = desk;
    this.#pin = pin;
    this.#stopListening = desk.on('results.changed', (result) => this.#hear(result));
  }

  get isRunning(): boolean {
    return this.#asking !== undefined || this.#arriving !== undefined;
  }

  /** Shows what is kept from before. Never rejects: without it there is no chart yet. */
  async restore(): Promise<void> {
    const { tenantId, id } = this.#pin;
    try {
      const kept = await this.#desk.results.at({ tenantId, place: placeOfPin(id) });
      if (kept !== undefined && !this.isRunning) await this.#take(kept);
    } catch {
      // A result can be had again.
    }
  }

  /** Asks the tenant for a newer result. Ends with it, or with why there is none; never rejects. */
  async refresh(): Promise<void> {
    const { tenantId, id, source } = this.#pin;
    this.stop();
    const current = new AbortController();
    this.#asking = current;
    try {
      const parameters = source.from === 'query' ? parameterValues(source.parameters) : {};
      const result = await this.#desk.results.start(
        { tenantId, place: placeOfPin(id), text: source.text, parameters: { ...parameters } },
        { signal: current.signal },
      );
      if (!current.signal.aborted) await this.#take(result);
    } catch (thrown) {
      if (!current.signal.aborted) this.failure = toDeskError(thrown);
    } finally {
      if (this.#asking === current) this.#asking = undefined;
    }
    if (this.#arriving !== undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The chart of before stays. */
  stop(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    const arriving = this.#arriving;
    if (arriving !== undefined) this.#desk.results.stop({ id: arriving.id }).catch(() => undefined);
  }

  /** Whoever leaves the chart; what runs goes on. */
  leave(): void {
    this.#stopListening();
    this.#end();
  }

  #hear(told: StoredResult): void {
    const { tenantId, id } = this.#pin;
    if (told.tenantId === tenantId && told.place === placeOfPin(id)) void this.#take(told);
  }

  /** Draws a result once all of its rows are there. Never rejects. */
  async #take(result: StoredResult): Promise<void> {
    if (result.id === this.#ended) return;
    if (result.state === 'running') {
      this.#arriving = result;
      return;
    }
    this.#ended = result.id;
    await this.#gather(result);
    this.#end();
  }

  async #gather(result: StoredResult): Promise<void> {
    const { chart, filters } = this.#pin;
    const names = result.columns.map(({ name }) => name);
    const found = groupingOf(chart, names);
    const unknown = filters.find(({ column }) => column !== null && !names.includes(column))?.column;
    const missing = found.ok ? unknown : found.missing;
    try {
      if (!found.ok || (missing !== undefined && missing !== null)) {
        // Without any row a tenant may not say what the columns are.
        if (result.rowCount > 0) throw noColumn(missing ?? '');
        this.drawn = { result, data: emptyChart };
      } else {
        const groups = await this.#desk.results.groups({
          id: result.id,
          view: {
            sort: null,
            filters: filters.map((filter) => ({
              ...filter,
              column: filter.column === null ? null : names.indexOf(filter.column),
            })),
          },
          grouping: found.grouping,
        });
        const data = chartData(groups, found.grouping, chartDescription(chart).unit);
        this.drawn = { result, data };
      }
      this.failure = result.failure ?? undefined;
    } catch (thrown) {
      this.failure = toDeskError(thrown);
    }
  }

  #end(): void {
    this.#arriving = undefined;
    for (const tell of this.#waiting.splice(0)) tell();
  }
}

function noColumn(name: string): DeskFailure {
  const message = `The result has no column “${name}” any more. Open the query, draw it anew and pin that.`;
  return new DeskFailure({ code: 'not-found', message, retryable: false, requestId: '' });
}
