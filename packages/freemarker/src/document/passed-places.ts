/** Places are kept so far from each other, in characters. */
const APART = 1000;

/**
 * Places that a search from the beginning of a template came by, if only the text before a place decides that it does: where a
 * text begins like the one before, the search goes on from there.
 */
export class PassedPlaces {
  #text = '';
  readonly #places: number[] = [];

  /** The last of them that is not behind the offset; 0 without one. */
  lastBefore(offset: number, text: string): number {
    const places = this.#places;
    if (text !== this.#text) {
      places.length = countWhile(places, (place) => text.slice(0, place) === this.#text.slice(0, place));
      this.#text = text;
    }
    return places[countWhile(places, (place) => place <= offset) - 1] ?? 0;
  }

  /** Notes a place of the text that was asked about last. */
  add(place: number): void {
    if (place >= (this.#places.at(-1) ?? 0) + APART) this.#places.push(place);
  }
}

/** How many of the first places something holds for, which holds for none behind one that it does not hold for. */
function countWhile(places: readonly number[], holds: (place: number) => boolean): number {
  let [count, most] = [0, places.length];
  while (count < most) {
    const middle = (count + most) >> 1;
    if (holds(places[middle] ?? 0)) count = middle + 1;
    else most = middle;
  }
  return count;
}
