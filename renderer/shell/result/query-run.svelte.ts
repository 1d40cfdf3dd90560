import type { Desk } from '../../../contract/desk.ts';
import { toDeskError } from '../../../contract/desk-failure.ts';
import type { DeskError } from '../../../contract/errors.ts';
import type { QueryParameter, QueryResult } from '../../../contract/queries.ts';

/** Rows that one run asks for. */
export const pageSize = 1000;

export type ExportFormat = 'csv' | 'json' | 'markdown';
export type QueryParameters = Readonly<Record<string, QueryParameter>>;

/** The query that runs, or its last result. There is one at a time: a new run gives up the one before. */
export class QueryRunning {
  readonly #desk: Desk;
  readonly #tenantId: string;
  result = $state.raw<QueryResult | undefined>(undefined);
  failure = $state.raw<DeskError | undefined>(undefined);
  #running = $state.raw<AbortController | undefined>(undefined);
  #exporting = $state.raw<AbortController | undefined>(undefined);

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  get isExporting(): boolean {
    return this.#exporting !== undefined;
  }

  /** Never rejects: a failure becomes state. */
  async run(text: string, parameters: QueryParameters): Promise<void> {
    this.stop();
    const current = new AbortController();
    this.#running = current;
    this.failure = undefined;
    try {
      const result = await this.#desk.queries.run(
        { tenantId: this.#tenantId, text, parameters: { ...parameters } },
        { signal: current.signal },
      );
      // An answer that was under way when the run was given up is not that of the one after it.
      if (!current.signal.aborted) this.result = result;
    } catch (thrown) {
      if (current.signal.aborted) return;
      this.failure = toDeskError(thrown);
      this.result = undefined;
    } finally {
      if (this.#running === current) this.#running = undefined;
    }
  }

  /** Streams all rows to a file; undefined: no file chosen, or given up. */
  async export(
    text: string,
    parameters: QueryParameters,
    format: ExportFormat,
  ): Promise<{ readonly fileName: string; readonly rowCount: number } | undefined> {
    const current = new AbortController();
    this.#exporting = current;
    const extension = format === 'markdown' ? 'md' : format;
    try {
      return await this.#desk.queries.export(
        {
          tenantId: this.#tenantId,
          text,
          parameters: { ...parameters },
          format,
          suggestedName: `query-result.${extension}`,
        },
        { signal: current.signal },
      );
    } catch (thrown) {
      if (current.signal.aborted) return undefined;
      throw thrown;
    } finally {
      if (this.#exporting === current) this.#exporting = undefined;
    }
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}
