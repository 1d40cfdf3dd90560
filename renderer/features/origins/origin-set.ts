export interface OriginRow {
  readonly origin: string;
  /** What the draft does with it. */
  readonly state: 'unchanged' | 'added' | 'removed';
  /** What changed on the tenant since the draft was started. */
  readonly meanwhile: 'added' | 'removed' | undefined;
  readonly isOwnHost: boolean;
}

interface OriginSides {
  /** The list when the draft was started. */
  readonly base: readonly string[];
  readonly wanted: readonly string[];
  /** The current list on the tenant. */
  readonly live: readonly string[];
  readonly ownHost: string;
}

/**
 * The union of all three lists. Removed origins stay visible until the change is applied, and changes by others
 * are never shown as your own. An origin removed on both sides is omitted.
 */
export function compareOrigins({ base, wanted, live, ownHost }: OriginSides): readonly OriginRow[] {
  const all = [...new Set([...base, ...live, ...wanted])].sort((a, b) => a.localeCompare(b, 'en'));
  return all.flatMap((origin) => {
    const wasThere = base.includes(origin);
    const isWanted = wanted.includes(origin);
    const isLive = live.includes(origin);
    if (!isWanted && !isLive) return [];
    return {
      origin,
      state: wasThere === isWanted || isLive === isWanted ? 'unchanged' : isWanted ? 'added' : 'removed',
      meanwhile: wasThere === isLive ? undefined : isLive ? 'added' : 'removed',
      isOwnHost: origin.toLowerCase() === ownHost.toLowerCase(),
    };
  });
}

/** `origins` in the order of `base`, new ones last, so that a reverted edit equals the tenant's list. */
export function orderedAs(base: readonly string[], origins: readonly string[]): string[] {
  const wanted = new Set(origins);
  return [...new Set([...base.filter((origin) => wanted.has(origin)), ...origins])];
}
