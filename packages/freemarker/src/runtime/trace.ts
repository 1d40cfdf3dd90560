import type { SourceText } from '../source/source-text.ts';

/** A range of the output, and the range of the template that printed it: offsets, end exclusive. */
export interface TracedRange {
  readonly from: number;
  readonly to: number;
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

/** Notes who printed what. Elements whose output is collected first say so, and whether it is printed in the end. */
export class Trace {
  readonly ranges: TracedRange[] = [];
  readonly #collecting: { readonly base: number; readonly count: number }[] = [];
  /** Where in the whole output that begins which is being printed or collected. */
  #base = 0;

  note(element: Pick<TracedRange, 'source' | 'start' | 'end'>, from: number, to: number): void {
    if (to === from) return;
    const { source, start, end } = element;
    this.ranges.push({ from: this.#base + from, to: this.#base + to, source, start, end });
  }

  /** From here on output is collected apart; `printed` is how much was printed before. */
  collect(printed: number): void {
    this.#collecting.push({ base: this.#base, count: this.ranges.length });
    this.#base += printed;
  }

  /** What was collected is printed as it is. */
  keep(): void {
    this.#base = this.#collecting.pop()?.base ?? 0;
  }

  /** What was collected is not printed, or not as it is. */
  drop(): void {
    const { base, count } = this.#collecting.pop() ?? { base: 0, count: 0 };
    this.#base = base;
    this.ranges.length = count;
  }
}
