export interface OriginRow {
  readonly origin: string;
  /** What the person does with it. */
  readonly state: 'kept' | 'added' | 'removed';
  /** What somebody did with it on the tenant since the person began. */
  readonly meanwhile: 'added' | 'removed' | undefined;
  readonly isOwnHost: boolean;
}

interface OriginSides {
  /** What the person began with. */
  readonly base: readonly string[];
  readonly wanted: readonly string[];
  /** Current on tenant now. */
  readonly live: readonly string[];
  readonly ownHost: string;
}

/**
 * Every origin that was, is or shall be there: removed ones stay in sight until the change is applied, and what others
 * did meanwhile is never shown as the person's own doing. What both sides removed is gone.
 */
export function compareOrigins({ base, wanted, live, ownHost }: OriginSides): readonly OriginRow[] {
  const all = [...new Set([...base, ...live, ...wanted])].sort((a, b) => a.localeCompare(b, 'en'));
  return all.flatMap((origin) => {
    const began = base.includes(origin);
    const wants = wanted.includes(origin);
    const has = live.includes(origin);
    if (!wants && !has) return [];
    return {
      origin,
      state: began === wants || has === wants ? 'kept' : wants ? 'added' : 'removed',
      meanwhile: began === has ? undefined : has ? 'added' : 'removed',
      isOwnHost: origin.toLowerCase() === ownHost.toLowerCase(),
    };
  });
}

/** `origins` in the order of `base`, new ones last, so that an undone edit equals what the tenant has. */
export function orderedAs(base: readonly string[], origins: readonly string[]): string[] {
  const wanted = new Set(origins);
  return [...new Set([...base.filter((origin) => wanted.has(origin)), ...origins])];
}
