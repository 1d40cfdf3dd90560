import type { Desk } from '../../../contract/bridge/desk.ts';
import { DeskFailure, toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { Pin } from '../../../contract/pins/pins.ts';
import { placeOfPin } from '../../../contract/queries/result-formats.ts';
import type { StoredResult } from '../../../contract/queries/results.ts';
import { parameterValues } from '../parameters/query-parameters.ts';
import { chartData, emptyChart, type ChartData } from '../chart/chart-data.ts';
import { chartDescription, groupingOf } from '../chart/chart-choice.ts';

/** A result grouped for the chart, and when its query was run. */
interface DrawnResult {
  readonly data: ChartData;
  readonly result: StoredResult;
}

/** One pinned chart: its last stored result, shown until there is a newer one, and the current run. */
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
  /** The last run that ended: later events about it are outdated. */
  #ended = '';
  /** Called once nothing runs any more. */
  #waiting: (() => void)[] = [];

  constructor(desk: Desk, pin: Pin) {
    this.#desk = desk;
    this.#pin = pin;
    this.#stopListening = desk.on('results.changed', (result) => this.#hear(result));
  }

  get isRunning(): boolean {
    return this.#asking !== undefined || this.#arriving !== undefined;
  }

  /** Shows the stored result. Never rejects: without one there is no chart yet. */
  async restore(): Promise<void> {
    const { tenantId, id } = this.#pin;
    try {
      const stored = await this.#desk.results.at({ tenantId, place: placeOfPin(id) });
      if (stored !== undefined && !this.isRunning) await this.#take(stored);
    } catch {
      // The result can be fetched again.
    }
  }

  /** Fetches a newer result from the tenant. Ends with it, or with the reason for its absence; never rejects. */
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

  /** The previous chart stays. */
  stop(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    const arriving = this.#arriving;
    if (arriving !== undefined) this.#desk.results.stop({ id: arriving.id }).catch(() => undefined);
  }

  /** Called when the chart closes; a run in progress continues. */
  leave(): void {
    this.#stopListening();
    this.#end();
  }

  #hear(changed: StoredResult): void {
    const { tenantId, id } = this.#pin;
    if (changed.tenantId === tenantId && changed.place === placeOfPin(id)) void this.#take(changed);
  }

  /** Draws a result once all of its rows are loaded. Never rejects. */
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
        // Without any row a tenant may not return the columns.
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
    for (const notify of this.#waiting.splice(0)) notify();
  }
}

function noColumn(name: string): DeskFailure {
  const message = `The result no longer has column “${name}”. Open the query, chart it again and pin it.`;
  return new DeskFailure({ code: 'not-found', message, retryable: false, requestId: '' });
}
