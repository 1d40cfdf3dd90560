import type { MergedRegion } from '../../../languages/text/merge-regions.ts';
import type { LineNote } from '../../ui/index.ts';
import type { ConflictBlock, TextMerge } from './text-merge.svelte.ts';

/** A conflict, or the regions between two of them; `first` is the index of its first region. */
type RegionGroup =
  | { readonly first: number; readonly block: ConflictBlock }
  | { readonly first: number; readonly block: undefined; readonly regions: readonly MergedRegion[] };

export function regionGroups({
  regions,
  blocks,
}: Pick<TextMerge, 'regions' | 'blocks'>): readonly RegionGroup[] {
  const groups: RegionGroup[] = [];
  regions.forEach((region, index) => {
    const block = blocks.find((each) => each.region === index);
    const last = groups.at(-1);
    if (region.kind === 'conflict') {
      if (block !== undefined) groups.push({ first: index, block });
    } else if (last !== undefined && last.block === undefined)
      groups[groups.length - 1] = { ...last, regions: [...last.regions, region] };
    else groups.push({ first: index, block: undefined, regions: [region] });
  });
  return groups;
}

const mergedLabels = { mine: 'Merged, yours', theirs: 'Merged, tenant', both: 'Merged, both' } as const;
const chosen = {
  mine: { label: 'Yours', look: 'mine' },
  theirs: { label: 'Tenant', look: 'theirs' },
  both: { label: 'Both', look: 'merged' },
  edited: { label: 'Edited', look: 'merged' },
} as const;

/** Where each line of the result comes from; unresolved ones are named by their conflict. */
export function notesOf(merge: TextMerge, current: ConflictBlock | undefined): readonly LineNote[] {
  return merge.regions.flatMap((region, index): LineNote[] => {
    const { from, count } = merge.placeOf(index);
    const at = { line: from, count };
    if (region.kind === 'same') return [];
    if (region.kind !== 'conflict')
      return count === 0 ? [] : [{ ...at, label: mergedLabels[region.kind], look: 'merged' }];
    const block = merge.blocks.find((each) => each.region === index);
    if (block === undefined) return [];
    const choice = merge.choiceOf(block);
    const isCurrent = block === current;
    if (choice !== undefined) return count === 0 ? [] : [{ ...at, ...chosen[choice], isCurrent }];
    const label = `Conflict ${block.number}, ${count === 0 ? 'nothing in the base' : 'base'}`;
    return [{ ...at, label, look: 'open', isCurrent }];
  });
}
