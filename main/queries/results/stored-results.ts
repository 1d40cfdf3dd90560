import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  comparisonPlaces,
  savedPlaces,
  pinPlaces,
  placeOfSaved,
} from '../../../contract/queries/result-formats.ts';
import type { StoredResult } from '../../../contract/queries/results.ts';
import { maxSavedResults } from '../../../contract/queries/results.ts';
import { failure } from '../../platform/errors/failure.ts';
import { removeResultFile } from './result-file.ts';
import type { ResultStore } from './result-store.ts';
import type { ResultThread } from './result-thread.ts';

export interface StoredParts {
  readonly store: ResultStore;
  readonly thread: ResultThread;
  /** In the profile; created when needed. */
  readonly folder: string;
  readonly newId: () => string;
}

/** Limits of stored results, the latest first. */
const max = { results: 40, bytes: 4_000_000_000 } as const;

export const pathOfResult = (folder: string, id: string): string => join(folder, `${id}.sqlite`);

/** Saved on purpose: removed only with its owner, and not part of the history. */
export const isSavedByUser = ({ place }: Pick<StoredResult, 'place'>): boolean =>
  place.startsWith(pinPlaces) || place.startsWith(savedPlaces);

const sizeOf = (folder: string, id: string): number =>
  statSync(pathOfResult(folder, id), { throwIfNoEntry: false })?.size ?? 0;

export interface ResultSize {
  readonly tenantId: string;
  readonly bytes: number;
  /** Saved under a name, or of a pinned chart. */
  readonly isSaved: boolean;
}

export const sizesOfResults = ({ store, folder }: StoredParts): ResultSize[] =>
  store.all().map((result) => ({
    tenantId: result.tenantId,
    bytes: sizeOf(folder, result.id),
    isSaved: isSavedByUser(result),
  }));

/** Results that no one saved; of one tenant, or of all. */
export const passingIds = ({ store }: StoredParts, tenantId: string | undefined): string[] =>
  store
    .all()
    .filter((result) => !isSavedByUser(result) && (tenantId === undefined || result.tenantId === tenantId))
    .map(({ id }) => id);

/** Stores as many results as fit the limits; always the newest. */
export function idsOverLimit({ store, folder }: StoredParts): string[] {
  let bytes = 0;
  const passing = store.all().filter((result) => !isSavedByUser(result));
  return passing.flatMap(({ id }, at) => {
    bytes += sizeOf(folder, id);
    return at >= max.results || (at > 0 && bytes > max.bytes) ? [id] : [];
  });
}

/** Saves a copy under a name. Throws `invalid-input` when too much is saved. */
export async function saveCopy(
  parts: StoredParts,
  result: StoredResult,
  name: string,
): Promise<StoredResult> {
  const { store, thread, folder } = parts;
  rejectOverLimit(parts, result.id);
  const id = parts.newId();
  const path = pathOfResult(folder, id);
  await thread.call('copy', { path: pathOfResult(folder, result.id), to: path });
  const copy: StoredResult = { ...result, id, place: placeOfSaved(id), name };
  try {
    // Others may have been saved while this one was copied.
    rejectOverLimit(parts, result.id);
    store.keep(copy);
  } catch (error) {
    await thread.call('remove', { path }).catch(() => undefined);
    throw error;
  }
  return copy;
}

/** Throws if one more exceeds the limits. Saved results are never removed to free space. */
function rejectOverLimit({ store, folder }: StoredParts, id: string): void {
  const saved = store.all().filter(({ place }) => place.startsWith(savedPlaces));
  const bytes = saved.reduce((sum, one) => sum + sizeOf(folder, one.id), sizeOf(folder, id));
  if (saved.length < maxSavedResults.results && bytes <= maxSavedResults.bytes) return;
  throw failure(
    'invalid-input',
    saved.length >= maxSavedResults.results
      ? `${maxSavedResults.results} results are already saved. Remove one first.`
      : `Saved results can use up to ${maxSavedResults.bytes / 1e9} GB in total. Remove one first, or save fewer rows.`,
  );
}

/** On startup: removes results that are no longer reachable, of deleted tenants, and leftovers of a crash. */
export function sweepResults({ store, folder }: StoredParts, tenantIds: readonly string[]): void {
  const saved = new Set<string>();
  for (const result of store.all()) {
    const isThere = statSync(pathOfResult(folder, result.id), { throwIfNoEntry: false }) !== undefined;
    const isOfBefore = result.place.startsWith(comparisonPlaces);
    if (!isThere || isOfBefore || !tenantIds.includes(result.tenantId)) continue;
    saved.add(result.id);
    if (result.state === 'running') store.keep(cutShort(result));
  }
  store.retain([...saved]);
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  const left = new Set(names.map((name) => name.replace(/\.sqlite.*$/, '')));
  for (const id of left) if (!saved.has(id)) removeResultFile(pathOfResult(folder, id));
}

function cutShort(result: StoredResult): StoredResult {
  const warning = 'Tenant Desk was closed before all rows arrived.';
  return { ...result, state: 'stopped', warnings: [...result.warnings, warning] };
}
