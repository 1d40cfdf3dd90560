/** The name that was probably meant: the nearest by edit distance, if it is near enough to be likely. */
export function nearestName(wrong: string, names: Iterable<string>): string | undefined {
  const limit = wrong.length <= 4 ? 1 : wrong.length <= 8 ? 2 : 3;
  const written = wrong.toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const name of names) {
    if (name === '' || Math.abs(name.length - wrong.length) >= bestDistance) continue;
    const distance = editDistance(written, name.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Rows of the table of distances, used again: thousands of names may be compared after each key. */
let [beforeLast, last, row]: [number[], number[], number[]] = [[], [], []];

/**
 * Insertions, deletions, replacements and swaps of adjacent characters that turn one text into the other; some number from
 * `limit` on if they are as many as that.
 */
export function editDistance(a: string, b: string, limit = Infinity): number {
  let start = 0;
  let [endOfA, endOfB] = [a.length, b.length];
  while (start < endOfA && start < endOfB && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  while (endOfA > start && endOfB > start && a.charCodeAt(endOfA - 1) === b.charCodeAt(endOfB - 1)) {
    endOfA--;
    endOfB--;
  }
  const width = endOfB - start;
  for (let j = 0; j <= width; j++) last[j] = j;
  let leastBefore = 0;
  for (let i = start; i < endOfA; i++) {
    let cost = i - start + 1;
    let least = cost;
    row[0] = cost;
    const code = a.charCodeAt(i);
    for (let j = 1; j <= width; j++) {
      const other = b.charCodeAt(start + j - 1);
      cost = Math.min((last[j] ?? 0) + 1, cost + 1, (last[j - 1] ?? 0) + (code === other ? 0 : 1));
      const isSwap =
        i > start && j > 1 && code === b.charCodeAt(start + j - 2) && a.charCodeAt(i - 1) === other;
      if (isSwap) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    // Nothing in a row is less than the least of the two before it.
    if (least >= limit && leastBefore >= limit) return limit;
    leastBefore = least;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[width] ?? 0;
}
