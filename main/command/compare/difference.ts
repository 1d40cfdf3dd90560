import type { ChangePart } from '../../../contract/changes/change-parts.ts';

/** An item that two sides don't have in the same state. */
export interface ItemDifference {
  readonly kind: string;
  readonly name: string;
  /** IDs of a tenant; empty where there are none. */
  readonly id: string;
  /** `first`: only the first side has it. */
  readonly difference: 'first' | 'second' | 'different' | 'unclear';
  readonly summary: string;
  /** From the first side to the second. */
  readonly parts: readonly ChangePart[];
  /** Who changed it last and when, if the tenant reports it. */
  readonly changedBy?: string;
  readonly changedAt?: string;
}

export interface Comparison {
  readonly items: readonly ItemDifference[];
  readonly same: number;
}

export interface DifferenceCounts {
  readonly first: number;
  readonly second: number;
  readonly different: number;
  readonly unclear: number;
  readonly same: number;
}

export function countDifferences({ items, same }: Comparison): DifferenceCounts {
  const count = (wanted: ItemDifference['difference']): number =>
    items.filter(({ difference }) => difference === wanted).length;
  return {
    first: count('first'),
    second: count('second'),
    different: count('different'),
    unclear: count('unclear'),
    same,
  };
}

/** The same difference seen from the other side. */
export function reversed({ items, same }: Comparison): Comparison {
  return {
    same,
    items: items.map((item) => ({
      ...item,
      difference:
        item.difference === 'first' ? 'second' : item.difference === 'second' ? 'first' : item.difference,
      parts: item.parts.map(reversedPart),
    })),
  };
}

export const reversedPart = (part: ChangePart): ChangePart =>
  // Both values have the type of the part.
  ({ ...part, before: part.after, after: part.before }) as ChangePart;
