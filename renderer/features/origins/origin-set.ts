export interface OriginRow {
  readonly origin: string;
  /** `added` and `removed` differ from what the tenant has now. */
  readonly state: 'kept' | 'added' | 'removed';
  readonly isOwnHost: boolean;
}

/** The list as it would be, next to what the tenant has: removed origins stay in sight until the change is applied. */
export function compareOrigins(
  live: readonly string[],
  wanted: readonly string[],
  ownHost: string,
): readonly OriginRow[] {
  const all = [...new Set([...live, ...wanted])].sort((a, b) => a.localeCompare(b, 'en'));
  return all.map((origin) => ({
    origin,
    state: !live.includes(origin) ? 'added' : wanted.includes(origin) ? 'kept' : 'removed',
    isOwnHost: origin.toLowerCase() === ownHost.toLowerCase(),
  }));
}

/** A draft of origins is a JSON array of strings; anything else is treated as no draft. */
export function parseOrigins(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}

export function formatOrigins(origins: readonly string[]): string {
  return JSON.stringify([...origins].sort((a, b) => a.localeCompare(b, 'en')));
}
