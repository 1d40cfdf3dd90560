import type { Desk } from '../../../contract/bridge/desk.ts';
import { DeskFailure, toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import { placeOfCompared } from '../../../contract/queries/result-formats.ts';
import type { Comparable, Compared, StoredResult } from '../../../contract/queries/results.ts';
import { QueryRunning } from '../run/query-run.svelte.ts';

/** What a result is compared with. */
export type Other =
  | { readonly from: 'result'; readonly result: StoredResult }
  /** The same query is run there first. */
  | { readonly from: 'tenant'; readonly tenantId: string };

type ComparedRows = Extract<Compared, { outcome: 'compared' }>;

/** Two results, how they are compared, and the outcome. */
export class ResultComparison {
  readonly #desk: Desk;
  readonly current: StoredResult;
  readonly #stopListening: () => void;
  #stopRun: () => void = () => undefined;
  #abort: AbortController | undefined;
  /** The other result, as soon as all its rows are loaded. */
  other = $state.raw<StoredResult | undefined>(undefined);
  chosen = $state.raw<Other | undefined>(undefined);
  comparable = $state.raw<Comparable | undefined>(undefined);
  key = $state.raw<readonly string[]>([]);
  isStrict = $state(true);
  /** The current one is on the left. */
  isSwapped = $state(false);
  busy = $state.raw<'running' | 'comparing' | undefined>(undefined);
  /** Share of all row reads, from 0 to 1. */
  share = $state(0);
  failure = $state.raw<DeskError | undefined>(undefined);
  ambiguous = $state.raw<Extract<Compared, { outcome: 'ambiguous' }> | undefined>(undefined);
  compared = $state.raw<
    (ComparedRows & { readonly key: readonly string[]; readonly isStrict: boolean }) | undefined
  >(undefined);
  /** The rows that differ. */
  rows = $state.raw<QueryRunning | undefined>(undefined);

  constructor(desk: Desk, current: StoredResult) {
    this.#desk = desk;
    this.current = current;
    this.#stopListening = desk.on('results.comparing', ({ left, right, done, total }) => {
      const ids = [this.current.id, this.other?.id];
      if (ids.includes(left) && ids.includes(right)) this.share = total === 0 ? 1 : done / total;
    });
  }

  get left(): StoredResult | undefined {
    return this.isSwapped ? this.current : this.other;
  }

  get right(): StoredResult | undefined {
    return this.isSwapped ? this.other : this.current;
  }

  /** Compares by a unique key, if there is one. Never rejects. */
  async choose(other: Other): Promise<void> {
    this.again();
    this.chosen = other;
    await this.#attempt('running', async (signal) => {
      this.other = other.from === 'result' ? other.result : await this.#runOn(other.tenantId, signal);
      await this.#readColumns();
    });
    if (this.key.length > 0 && this.failure === undefined && this.other !== undefined) await this.compare();
  }

  /** Back to the choice of the other result. */
  again(): void {
    this.stop();
    this.#letGo();
    this.chosen = undefined;
    this.other = undefined;
    this.comparable = undefined;
    this.failure = undefined;
    this.key = [];
  }

  async swap(): Promise<void> {
    this.isSwapped = !this.isSwapped;
    const { key } = this;
    await this.#attempt('running', () => this.#readColumns());
    this.key = key;
    if (this.compared !== undefined) await this.compare();
  }

  /** Never rejects. */
  async compare(): Promise<void> {
    const { left, right, key, isStrict } = this;
    if (left === undefined || right === undefined) return;
    this.#letGo();
    this.share = 0;
    await this.#attempt('comparing', async (signal) => {
      const compared = await this.#desk.results.compare(
        { left: left.id, right: right.id, key: [...key], isStrict },
        { signal },
      );
      if (compared.outcome === 'ambiguous') {
        this.ambiguous = compared;
        return;
      }
      const rows = new QueryRunning(this.#desk, compared.result.tenantId, compared.result.place);
      rows.fileStem = 'differences';
      await rows.restore();
      if (signal.aborted) {
        rows.leave();
        this.#end(compared.result.id);
        return;
      }
      this.rows = rows;
      this.compared = { ...compared, key, isStrict };
    });
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.busy = undefined;
    this.#stopRun();
  }

  /** Called on close. */
  leave(): void {
    this.stop();
    this.#letGo();
    this.#stopListening();
  }

  async #attempt(busy: 'running' | 'comparing', act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    this.busy = busy;
    this.failure = undefined;
    try {
      await act(abort.signal);
    } catch (thrown) {
      if (!abort.signal.aborted) this.failure = toDeskError(thrown);
    } finally {
      if (this.#abort === abort) {
        this.#abort = undefined;
        this.busy = undefined;
      }
    }
  }

  async #readColumns(): Promise<void> {
    const { left, right } = this;
    if (left === undefined || right === undefined) return;
    this.comparable = await this.#desk.results.comparable({ left: left.id, right: right.id });
    this.key = this.comparable.guess;
  }

  /** The whole result of the same query on another tenant. */
  async #runOn(tenantId: string, signal: AbortSignal): Promise<StoredResult> {
    const place = placeOfCompared(this.current.place);
    const waiting = Promise.withResolvers<StoredResult>();
    let id = '';
    const stopListening = this.#desk.on('results.changed', (changed) => {
      if (changed.tenantId === tenantId && changed.place === place && (id === '' || changed.id === id)) {
        if (changed.state !== 'running') waiting.resolve(changed);
      }
    });
    signal.addEventListener('abort', () => waiting.reject(signal.reason), { once: true });
    waiting.promise.catch(() => undefined);
    try {
      const started = await this.#desk.results.start(
        { tenantId, place, text: this.current.sentText },
        { signal },
      );
      id = started.id;
      this.#stopRun = () => void this.#desk.results.stop({ id }).catch(() => undefined);
      const result = started.state === 'running' ? await waiting.promise : started;
      if (result.failure !== null) throw new DeskFailure(result.failure);
      return result;
    } finally {
      this.#stopRun = () => undefined;
      stopListening();
    }
  }

  #letGo(): void {
    this.rows?.leave();
    this.rows = undefined;
    this.ambiguous = undefined;
    if (this.compared !== undefined) this.#end(this.compared.result.id);
    this.compared = undefined;
  }

  /** Leftovers are removed at the next start. */
  #end(id: string): void {
    this.#desk.results.endComparison({ id }).catch(() => undefined);
  }
}
