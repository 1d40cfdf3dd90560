import { z } from 'zod';
import { roleSchema } from '../../contract/roles/roles.ts';
import type { ReferenceSource } from '../changes/references/reference-source.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { roleApplicationsKey, roleApplicationsSchema } from './offline-assignments.ts';
import { plural } from '../../languages/text/intl.ts';

const listSchema = z.array(roleSchema);

/** Roles that have an application under an ID that no longer exists, as read after it was restored. */
export function assignmentReferences({ snapshots }: Pick<SnapshotCache, 'snapshots'>): ReferenceSource {
  return ({ tenantId, ids, since }) => {
    const roles = snapshots.read(tenantId, 'roles', listSchema)?.data;
    if (roles === undefined) {
      return { references: [], notSearched: ['Roles: the list hasn’t been loaded yet.'] };
    }
    const names = new Map(roles.map(({ id, name }) => [id, name]));
    const start = roleApplicationsKey('');
    const read = snapshots.keys(tenantId, start).filter(({ fetchedAt }) => fetchedAt >= since);
    const references = read.flatMap(({ key }) => {
      const roleId = key.slice(start.length);
      const has = snapshots.read(tenantId, key, roleApplicationsSchema)?.data ?? [];
      return has.some(({ id }) => ids.includes(id))
        ? [
            {
              kind: 'publication',
              targetId: roleId,
              name: names.get(roleId) ?? roleId,
              places: ['applications'],
            },
          ]
        : [];
    });
    const known = new Set(read.map(({ key }) => key.slice(start.length)));
    const left = roles.filter(({ id }) => !known.has(id)).length;
    return {
      references,
      // What they had before the restore says nothing about now.
      notSearched:
        left === 0
          ? []
          : [
              `The applications of ${plural(left, { one: '1 role', other: `${left} roles` })}: not loaded since the restore.`,
            ],
    };
  };
}
