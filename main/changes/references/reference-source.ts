import type { Reference } from '../../../contract/changes/references.ts';

export interface ReferenceSearch {
  readonly tenantId: string;
  /** The identifiers that are gone, the newest first. */
  readonly ids: readonly string[];
  /** When the thing was brought back, in milliseconds since the epoch. */
  readonly since: number;
}

export interface FoundInSource {
  readonly references: readonly Reference[];
  /** What could not be looked at, in whole sentences. */
  readonly notSearched: readonly string[];
}

/** Things of one noun in which an identifier may stand. Looks at what the desk has kept; sends nothing. */
export type ReferenceSource = (search: ReferenceSearch) => FoundInSource;

/** The places whose text, or anything within it, has one of the identifiers. */
export function placesNaming(
  ids: readonly string[],
  places: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(places)
    .filter(([, value]) => value !== undefined && isNamedIn(ids, value))
    .map(([place]) => place);
}

function isNamedIn(ids: readonly string[], value: unknown): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return ids.some((id) => text.includes(id) || text.includes(JSON.stringify(id).slice(1, -1)));
}
