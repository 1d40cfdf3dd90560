import type { Reference } from '../../../contract/changes/references.ts';

export interface ReferenceSearch {
  readonly tenantId: string;
  /** The old IDs, newest first. */
  readonly ids: readonly string[];
  /** When the item was restored, in milliseconds since the epoch. */
  readonly since: number;
}

export interface FoundInSource {
  readonly references: readonly Reference[];
  /** What couldn't be searched, in whole sentences. */
  readonly notSearched: readonly string[];
}

/** Finds items of one kind that may contain an ID. Searches local data; sends nothing. */
export type ReferenceSource = (search: ReferenceSearch) => FoundInSource;

/** The places that contain one of the IDs in their text, or anywhere within. */
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
