interface Identified {
  readonly id: string;
}

export function byIdentifier<Item extends Identified>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

export function identifiersOf(items: readonly Identified[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}
