import { hiddenMark, holdsMark } from '../../../contract/values/placeholder.ts';
import type { Pair } from '../../../contract/changes/change-parts.ts';
import type { Part } from './part.ts';

export interface ReadableSide<State> {
  /** `mine`, with the values of `theirs` for secrets that can't be compared: any remaining difference is a real one. */
  readonly mine: State;
  /** What was not compared. */
  readonly notCompared: readonly string[];
}

const encodedMark = new RegExp(encodeURIComponent(hiddenMark), 'gi');
const withDigest = new RegExp(`${hiddenMark}[0-9a-f]{8}`, 'g');
const withoutDigest = new RegExp(`${hiddenMark}(?![0-9a-f]{8})`);

/**
 * Removes secrets that can't be compared from a comparison. Placeholders with a digest show whether two secrets are equal if both
 * were created with the same key (`isOneKey`); one without a digest replaces a secret that the tenant doesn't return.
 */
export function withoutUnreadable<State>(
  parts: readonly Part<State>[],
  sides: { readonly mine: State; readonly theirs: State },
  isOneKey: boolean,
): ReadableSide<State> {
  const notCompared: string[] = [];
  const isNotReadable = (mine: string, theirs: string): boolean => {
    if (!holdsMark(mine) || !holdsMark(theirs)) return false;
    const [one, other] = [plain(mine), plain(theirs)];
    if (isOneKey && !withoutDigest.test(one) && !withoutDigest.test(other)) return false;
    return one.replaceAll(withDigest, hiddenMark) === other.replaceAll(withDigest, hiddenMark);
  };
  let { mine } = sides;
  for (const part of parts) {
    if (part.type === 'set') continue;
    if (part.type === 'pairs') {
      const [pairs, names] = pairsWithoutUnreadable(part.get(mine), part.get(sides.theirs), isNotReadable);
      if (names.length > 0) mine = part.set(mine, pairs);
      notCompared.push(...names);
    } else if (isNotReadable(part.get(mine), part.get(sides.theirs))) {
      mine = part.set(mine, part.get(sides.theirs));
      notCompared.push(part.label);
    }
  }
  return { mine, notCompared };
}

const plain = (text: string): string => text.replaceAll(encodedMark, hiddenMark);

function pairsWithoutUnreadable(
  mine: readonly Pair[],
  theirs: readonly Pair[],
  isNotReadable: (mine: string, theirs: string) => boolean,
): readonly [pairs: readonly Pair[], names: readonly string[]] {
  const rest = Map.groupBy(theirs, ({ name }) => name.toLowerCase());
  const names: string[] = [];
  const pairs = mine.map((pair) => {
    const other = rest.get(pair.name.toLowerCase())?.shift();
    if (other === undefined || !isNotReadable(pair.value, other.value)) return pair;
    names.push(pair.name);
    return { ...pair, value: other.value, isSecret: other.isSecret };
  });
  return [pairs, names];
}
