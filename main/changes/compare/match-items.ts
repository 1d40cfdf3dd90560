import type { ComparedItem } from '../kind/compared.ts';
import { nameKey } from '../kind/retarget.ts';

export interface MatchedItems {
  readonly pairs: readonly { readonly first: ComparedItem; readonly second: ComparedItem }[];
  readonly onlyFirst: readonly ComparedItem[];
  readonly onlySecond: readonly ComparedItem[];
  /** Several with the same name and variant, on either or both sides: it isn't known which belong together. */
  readonly unclear: readonly {
    readonly first: readonly ComparedItem[];
    readonly second: readonly ComparedItem[];
  }[];
}

/**
 * Matches items of two tenants: those with the same name and variant, if each tenant has exactly one of them. If a tenant doesn't
 * return the variant, only the name is compared. None and several are both no match.
 */
export function matchItems(first: readonly ComparedItem[], second: readonly ComparedItem[]): MatchedItems {
  const found = {
    pairs: [] as { first: ComparedItem; second: ComparedItem }[],
    onlyFirst: [] as ComparedItem[],
    onlySecond: [] as ComparedItem[],
    unclear: [] as { first: readonly ComparedItem[]; second: readonly ComparedItem[] }[],
  };
  const ofName = (items: readonly ComparedItem[]) => Map.groupBy(items, ({ name }) => nameKey(name));
  const [firstNamed, secondNamed] = [ofName(first), ofName(second)];
  for (const name of new Set([...firstNamed.keys(), ...secondNamed.keys()])) {
    const left = { first: firstNamed.get(name) ?? [], second: secondNamed.get(name) ?? [] };
    const rest = matchVariants(left, found);
    const [one, other] = [rest.first[0], rest.second[0]];
    const isNotReadable = [...rest.first, ...rest.second].some(({ variant }) => variant === '');
    if (one === undefined || other === undefined || !isNotReadable) {
      found.onlyFirst.push(...rest.first);
      found.onlySecond.push(...rest.second);
    } else if (rest.first.length === 1 && rest.second.length === 1) {
      found.pairs.push({ first: one, second: other });
    } else {
      found.unclear.push(rest);
    }
  }
  return found;
}

type Sides = { readonly first: readonly ComparedItem[]; readonly second: readonly ComparedItem[] };

/** Pairs items with the same variant, and returns those that exist on only one side. */
function matchVariants(
  { first, second }: Sides,
  found: { pairs: { first: ComparedItem; second: ComparedItem }[]; unclear: Sides[] },
): Sides {
  const rest = { first: [] as ComparedItem[], second: [] as ComparedItem[] };
  const ofVariant = (items: readonly ComparedItem[]) => Map.groupBy(items, ({ variant }) => variant);
  const [firstOf, secondOf] = [ofVariant(first), ofVariant(second)];
  for (const variant of new Set([...firstOf.keys(), ...secondOf.keys()])) {
    const left = { first: firstOf.get(variant) ?? [], second: secondOf.get(variant) ?? [] };
    const [one, other] = [left.first[0], left.second[0]];
    if (one === undefined || other === undefined) {
      rest.first.push(...left.first);
      rest.second.push(...left.second);
    } else if (left.first.length === 1 && left.second.length === 1) {
      found.pairs.push({ first: one, second: other });
    } else {
      found.unclear.push(left);
    }
  }
  return rest;
}
