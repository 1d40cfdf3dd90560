import type { Value } from '../../values/value.ts';

/**
 * The lists that `?keys` and `?values` made, which the original can go through as collections too. They are noted
 * beside the lists because these are plain arrays.
 */
const made = new WeakSet<readonly Value[]>();

export function keyList(list: readonly Value[]): readonly Value[] {
  made.add(list);
  return list;
}

export function isKeyList(value: Value): boolean {
  return Array.isArray(value) && made.has(value as readonly Value[]);
}
