import { plainLetters } from '../../../languages/order/fold-text.ts';

/** Finds rows by typed letters: the state of one list. */
interface TypeAhead {
  /**
   * Adds a character typed at `now` (ms) and returns the index of the row to go to, or undefined if none matches.
   * Characters within 700 ms form one prefix; the same letter again steps through the rows that begin with it.
   */
  type(character: string, labels: readonly string[], current: number, now: number): number | undefined;
  /** Whether a character typed at `now` (ms) would continue the current prefix. */
  isActive(now: number): boolean;
}

const pause = 700;

export function createTypeAhead(): TypeAhead {
  let prefix = '';
  let lastAt = Number.NEGATIVE_INFINITY;

  const isActive = (now: number): boolean => now - lastAt <= pause;

  return {
    isActive,
    type(character, labels, current, now) {
      prefix = isActive(now) ? prefix + character : character;
      lastAt = now;
      const repeated = [...prefix].every((letter) => letter === prefix[0]);
      const wanted = plainLetters(repeated ? (prefix[0] ?? '') : prefix);
      // A growing prefix may stay on the current row; a first or repeated letter moves on.
      const first = repeated ? current + 1 : Math.max(0, current);
      for (let step = 0; step < labels.length; step += 1) {
        const index = (first + step) % labels.length;
        if (plainLetters(labels[index] ?? '').startsWith(wanted)) return index;
      }
      return undefined;
    },
  };
}
