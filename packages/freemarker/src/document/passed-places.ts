/** The distance between recorded places, in characters. */
const APART = 1000;

/**
 * Places that a search from the start of a template passed, if only the text before such a place determines it: for a
 * text with the same beginning, the search continues from there.
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

  /** Notes a place of the most recent text. */
  add(place: number): void {
    if (place >= (this.#places.at(-1) ?? 0) + APART) this.#places.push(place);
  }
}

/** The length of the prefix of `places` for which the condition is true; it is false for all later ones. */
function countWhile(places: readonly number[], holds: (place: number) => boolean): number {
  let [count, end] = [0, places.length];
  while (count < end) {
    const middle = (count + end) >> 1;
    if (holds(places[middle] ?? 0)) count = middle + 1;
    else end = middle;
  }
  return count;
}
