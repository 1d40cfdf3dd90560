import { diffLines } from 'diff';

/** How many lines a text gained and lost; a changed line counts once on each side. */
export function lineChanges(
  before: string,
  after: string,
): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const part of diffLines(before, after)) {
    if (part.added) added += part.count;
    if (part.removed) removed += part.count;
  }
  return { added, removed };
}
