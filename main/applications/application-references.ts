import type { ApplicationDetail } from '../../contract/applications/applications.ts';
import { applicationDetailSchema } from '../../contract/applications/applications.ts';
import { isDerivedMember, isMemberOfTheInstance } from '../../contract/applications/application-settings.ts';
import type { Reference } from '../../contract/changes/references.ts';
import type { ReferenceSource } from '../changes/references/reference-source.ts';
import { placesNaming } from '../changes/references/reference-source.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readStoredList } from './stored-list.ts';
import { applicationKey } from './offline-applications.ts';

/** Applications that mention an ID in their script or in a custom member. */
export function applicationReferences({ snapshots }: Pick<SnapshotCache, 'snapshots'>): ReferenceSource {
  return ({ tenantId, ids }) => {
    const listed = readStoredList(snapshots, tenantId)?.data;
    const start = applicationKey('');
    const cached = new Set(snapshots.keys(tenantId, start).map(({ key }) => key.slice(start.length)));
    // Search the database first: parsing thousands of records to find one would take seconds.
    const naming = new Set(ids.flatMap((id) => snapshots.keys(tenantId, start, id).map(({ key }) => key)));
    const references = [...naming].flatMap((key) => {
      const read = snapshots.read(tenantId, key, applicationDetailSchema);
      return read === undefined || ids.includes(read.data.id) ? [] : referencesIn(read.data, ids);
    });
    return { references, notSearched: unread(listed, cached) };
  };
}

function referencesIn(
  { id, name, description, ownScript, record }: ApplicationDetail,
  ids: readonly string[],
) {
  const members = Object.entries(record).filter(
    ([member]) => !isDerivedMember(member) && !isMemberOfTheInstance(member),
  );
  const inScript = placesNaming(ids, { script: ownScript ?? undefined });
  const inRecord = placesNaming(ids, { description, ...Object.fromEntries(members) });
  const found: Reference[] = [];
  if (inScript.length > 0) found.push({ kind: 'script', targetId: id, name, places: [...inScript] });
  if (inRecord.length > 0) found.push({ kind: 'application', targetId: id, name, places: [...inRecord] });
  return found;
}

function unread(
  listed: readonly { readonly id: string }[] | undefined,
  cached: ReadonlySet<string>,
): readonly string[] {
  if (listed === undefined) return ['Applications: the list hasn’t been loaded yet.'];
  const count = listed.filter(({ id }) => !cached.has(id)).length;
  if (count === 0) return [];
  const all = count === listed.length ? `None of the ${count}` : `${count} of the ${listed.length}`;
  return [
    `Records and scripts: ${all} applications ${count === listed.length ? 'has' : 'have not'} been loaded yet.`,
  ];
}
