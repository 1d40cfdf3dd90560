import type { SourceText } from '../source/source-text.ts';

/** A range of the output, and the range of the template that printed it: offsets, end exclusive. */
export interface TracedRange {
  readonly from: number;
  readonly to: number;
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

/** What a part of the template is worth: a value that was printed, assigned, or passed to a macro. */
export interface TracedValue {
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
  /** The first value, as text. */
  readonly text: string;
  /** It had another value later, such as in another iteration of a list. */
  readonly varies: boolean;
}

export interface TracedOutput {
  readonly output: string;
  readonly ranges: readonly TracedRange[];
  readonly values: readonly TracedValue[];
}

type Place = Pick<TracedRange, 'source' | 'start' | 'end'>;

/** Notes who printed what. Elements whose output is collected first say so, and whether it is printed in the end. */
export class Trace {
  readonly ranges: TracedRange[] = [];
  readonly #values = new Map<Place, TracedValue>();
  readonly #collecting: { readonly base: number; readonly count: number }[] = [];
  /** Where in the whole output that begins which is being printed or collected. */
  #base = 0;

  /** In the order of their first use. */
  get values(): readonly TracedValue[] {
    return [...this.#values.values()];
  }

  note(element: Place, from: number, to: number): void {
    if (to === from) return;
    const { source, start, end } = element;
    this.ranges.push({ from: this.#base + from, to: this.#base + to, source, start, end });
  }

  noteValue(place: Place, text: string): void {
    const known = this.#values.get(place);
    if (known === undefined) {
      const { source, start, end } = place;
      this.#values.set(place, { source, start, end, text, varies: false });
    } else if (!known.varies && known.text !== text) this.#values.set(place, { ...known, varies: true });
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
