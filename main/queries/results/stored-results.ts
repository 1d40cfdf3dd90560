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
  /** In the profile; made when it is needed. */
  readonly folder: string;
  readonly newId: () => string;
}

/** How much is kept, the latest results first. */
const most = { results: 40, bytes: 4_000_000_000 } as const;

export const pathOfResult = (folder: string, id: string): string => join(folder, `${id}.sqlite`);

/** Somebody keeps it on purpose: it goes with what it is kept for, and is not in the history of what was asked. */
export const isSavedByUser = ({ place }: Pick<StoredResult, 'place'>): boolean =>
  place.startsWith(pinPlaces) || place.startsWith(savedPlaces);

const sizeOf = (folder: string, id: string): number =>
  statSync(pathOfResult(folder, id), { throwIfNoEntry: false })?.size ?? 0;

/** As many results are kept as there is room for; the newest always. */
export function idsWithoutRoom({ store, folder }: StoredParts): string[] {
  let bytes = 0;
  const passing = store.all().filter((result) => !isSavedByUser(result));
  return passing.flatMap(({ id }, at) => {
    bytes += sizeOf(folder, id);
    return at >= most.results || (at > 0 && bytes > most.bytes) ? [id] : [];
  });
}

/** Keeps a copy under a name. Throws `invalid-input` where too much is kept so. */
export async function saveCopy(
  parts: StoredParts,
  result: StoredResult,
  name: string,
): Promise<StoredResult> {
  const { store, thread, folder } = parts;
  refuseTooMuch(parts, result.id);
  const id = parts.newId();
  const path = pathOfResult(folder, id);
  await thread.call('copy', { path: pathOfResult(folder, result.id), to: path });
  const copy: StoredResult = { ...result, id, place: placeOfSaved(id), name };
  try {
    // Others may have been kept while this one was copied.
    refuseTooMuch(parts, result.id);
    store.keep(copy);
  } catch (error) {
    await thread.call('remove', { path }).catch(() => undefined);
    throw error;
  }
  return copy;
}

/** Throws where there is no room for one more. Nothing that somebody keeps is removed for it. */
function refuseTooMuch({ store, folder }: StoredParts, id: string): void {
  const kept = store.all().filter(({ place }) => place.startsWith(savedPlaces));
  const bytes = kept.reduce((sum, one) => sum + sizeOf(folder, one.id), sizeOf(folder, id));
  if (kept.length < maxSavedResults.results && bytes <= maxSavedResults.bytes) return;
  throw failure(
    'invalid-input',
    kept.length >= maxSavedResults.results
      ? `${maxSavedResults.results} results are kept already. Remove one of them first.`
      : `Kept results have at most ${maxSavedResults.bytes / 1e9} GB in all. Remove one of them first, or keep fewer rows.`,
  );
}

/** For the start: removes what nobody can come back to, of tenants that are gone, and what a crash has left. */
export function sweepResults({ store, folder }: StoredParts, tenantIds: readonly string[]): void {
  const kept = new Set<string>();
  for (const result of store.all()) {
    const isThere = statSync(pathOfResult(folder, result.id), { throwIfNoEntry: false }) !== undefined;
    const isOfBefore = result.place.startsWith(comparisonPlaces);
    if (!isThere || isOfBefore || !tenantIds.includes(result.tenantId)) continue;
    kept.add(result.id);
    if (result.state === 'running') store.keep(cutShort(result));
  }
  store.retain([...kept]);
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  const left = new Set(names.map((name) => name.replace(/\.sqlite.*$/, '')));
  for (const id of left) if (!kept.has(id)) removeResultFile(pathOfResult(folder, id));
}

function cutShort(result: StoredResult): StoredResult {
  const warning = 'Tenant Desk was closed before all rows had come.';
  return { ...result, state: 'stopped', warnings: [...result.warnings, warning] };
}
