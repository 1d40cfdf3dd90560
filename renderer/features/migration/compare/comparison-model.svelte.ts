import type {
  ComparedKind,
  Comparison,
  ComparisonProgress,
  ComparisonRow,
} from '../../../../contract/changes/comparisons.ts';
import type { OpenedChangeSet } from '../../../../contract/changes/change-sets.ts';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import { toDeskError } from '../../../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../../../contract/errors/errors.ts';

/** The difference of a row in the selected direction, from source to target. */
export type DirectedDifference = 'source' | 'target' | 'different' | 'unclear' | 'same';

/** The comparison shown in a window: main's result, and the selected direction. */
export class ComparisonModel {
  readonly #desk: Desk;
  #comparison = $state.raw<Comparison | undefined>(undefined);
  #rows = $state.raw<readonly ComparisonRow[]>([]);
  #isSwapped = $state(false);
  #withSame = $state(false);
  #progress = $state.raw<ComparisonProgress | undefined>(undefined);
  #failure = $state.raw<DeskError | undefined>(undefined);
  #reading = $state.raw<AbortController | undefined>(undefined);
  #readingKind = $state<string | undefined>(undefined);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get comparison(): Comparison | undefined {
    return this.#comparison;
  }

  get rows(): readonly ComparisonRow[] {
    return this.#rows;
  }

  get sourceId(): string {
    return (this.#isSwapped ? this.#comparison?.secondId : this.#comparison?.firstId) ?? '';
  }

  get targetId(): string {
    return (this.#isSwapped ? this.#comparison?.firstId : this.#comparison?.secondId) ?? '';
  }

  get isSwapped(): boolean {
    return this.#isSwapped;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** The resource type that is being refreshed. */
  get readingKind(): string | undefined {
    return this.#readingKind;
  }

  get progress(): ComparisonProgress | undefined {
    return this.#progress;
  }

  get failure(): DeskError | undefined {
    return this.#failure;
  }

  get isWithSame(): boolean {
    return this.#withSame;
  }

  readonly same = $derived.by(() => countOf(this.#comparison?.kinds ?? [], 'same'));
  /** True if no difference was found, in everything that could be compared. */
  readonly isSame = $derived.by(
    () =>
      this.#comparison !== undefined &&
      this.#comparison.kinds.every(
        ({ counts, failures }) =>
          failures.length === 0 && counts.first + counts.second + counts.different + counts.unclear === 0,
      ),
  );

  /** Follows the progress; the returned function stops it, and the loading itself. */
  start(): () => void {
    const stop = this.#desk.on('comparisons.progress', (progress) => {
      if (this.#reading !== undefined) this.#progress = progress;
    });
    return () => {
      stop();
      this.cancel();
    };
  }

  differenceOf({ difference }: ComparisonRow): DirectedDifference {
    if (difference === 'first') return this.#isSwapped ? 'target' : 'source';
    if (difference === 'second') return this.#isSwapped ? 'source' : 'target';
    return difference;
  }

  /** Loads both tenants; a previous load is canceled. Never rejects. */
  async make(sourceId: string, targetId: string): Promise<void> {
    await this.#read(async (signal) => {
      const options = { firstId: sourceId, secondId: targetId };
      const comparison = await this.#desk.comparisons.make(options, { signal });
      if (signal.aborted) return undefined;
      this.#isSwapped = false;
      return comparison;
    });
  }

  async reload(): Promise<void> {
    await this.make(this.sourceId, this.targetId);
  }

  async readKindAgain(kind: string): Promise<void> {
    const id = this.#comparison?.id;
    if (id === undefined) return;
    this.#readingKind = kind;
    await this.#read((signal) => this.#desk.comparisons.readAgain({ comparisonId: id, kind }, { signal }));
    this.#readingKind = undefined;
  }

  /** Swaps source and target, without loading anything. */
  swap(): void {
    this.#isSwapped = !this.#isSwapped;
  }

  async showSame(isShown: boolean): Promise<void> {
    this.#withSame = isShown;
    await this.#readRows();
  }

  cancel(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#progress = undefined;
  }

  close(): void {
    this.cancel();
    this.#comparison = undefined;
    this.#rows = [];
    this.#failure = undefined;
    this.#withSame = false;
  }

  row(rowId: string, signal: AbortSignal) {
    const comparisonId = this.#comparison?.id ?? '';
    return this.#desk.comparisons.row({ comparisonId, rowId, targetId: this.targetId }, { signal });
  }

  changeSet(rowIds: string[]): Promise<OpenedChangeSet> {
    const comparisonId = this.#comparison?.id ?? '';
    return this.#desk.comparisons.changeSet({ comparisonId, rowIds, targetId: this.targetId });
  }

  async #read(ask: (signal: AbortSignal) => Promise<Comparison | undefined>): Promise<void> {
    this.cancel();
    const reading = new AbortController();
    this.#reading = reading;
    this.#failure = undefined;
    try {
      const comparison = await ask(reading.signal);
      if (reading.signal.aborted || comparison === undefined) return;
      this.#comparison = comparison;
      await this.#readRows();
    } catch (thrown) {
      if (!reading.signal.aborted) this.#failure = toDeskError(thrown);
    } finally {
      if (this.#reading === reading) this.cancel();
    }
  }

  async #readRows(): Promise<void> {
    const comparison = this.#comparison;
    if (comparison === undefined) return;
    const options = { comparisonId: comparison.id, isWithSame: this.#withSame };
    try {
      const rows = await this.#desk.comparisons.rows(options);
      if (comparison === this.#comparison) this.#rows = rows;
    } catch (thrown) {
      this.#failure = toDeskError(thrown);
    }
  }
}

function countOf(kinds: readonly ComparedKind[], difference: keyof ComparedKind['counts']): number {
  return kinds.reduce((sum, { counts }) => sum + counts[difference], 0);
}
