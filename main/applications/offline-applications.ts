import { z } from 'zod';
import type { ApplicationDetail, ApplicationState } from '../../contract/applications/applications.ts';
import type { ApplicationSummary } from '../../contract/applications/application-summary.ts';
import {
  applicationDetailSchema,
  applicationStateOf,
  applicationTemplateSchema,
} from '../../contract/applications/applications.ts';
import type { ReadCached } from '../changes/kind/change-kind.ts';
import type { Role } from '../../contract/roles/roles.ts';
import { roleSchema } from '../../contract/roles/roles.ts';
import { rolesKey } from '../tenants/endpoints/role-rows.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readStoredList, writeStoredList } from './stored-list.ts';

/** Cache keys of templates and single applications. */
export const templatesKey = 'templates';
export const applicationKey = (id: string): string => `application:${id}`;

/** Updates the offline cache with what changes have read from the tenant. */
export interface OfflineApplications {
  noteRead(tenantId: string, detail: ApplicationDetail): void;
  /** Caches the changed ones as last read, and removes those that are removed. */
  keep(
    tenantId: string,
    applications: { readonly changed: readonly string[]; readonly removed: readonly string[] },
  ): void;
  /** The applications as last read. */
  cached(tenantId: string): ReadCached<ApplicationState>;
  /** The roles and template names of a tenant by ID, as last read; empty when never. */
  roles(tenantId: string): ReadonlyMap<string, Role>;
  templateNames(tenantId: string): ReadonlyMap<string, string>;
}

/** Records that are held until their change is verified and cached. */
const maxReads = 500;

export function createOfflineApplications({ snapshots, now }: SnapshotCache): OfflineApplications {
  const reads = new Map<string, ApplicationDetail>();
  const keyOf = (tenantId: string, id: string): string => `${tenantId}\n${id}`;

  function takeRead(tenantId: string, id: string): readonly ApplicationDetail[] {
    const detail = reads.get(keyOf(tenantId, id));
    reads.delete(keyOf(tenantId, id));
    return detail === undefined ? [] : [detail];
  }

  return {
    cached(tenantId) {
      const list = readStoredList(snapshots, tenantId);
      const listed = list && new Set(list.data.map(({ id }) => id));
      return (id) => {
        const stored = snapshots.read(tenantId, applicationKey(id), applicationDetailSchema);
        // The newer of the two determines whether it still exists.
        if (list !== undefined && listed?.has(id) === false && list.fetchedAt > (stored?.fetchedAt ?? 0)) {
          return { state: null, fetchedAt: list.fetchedAt };
        }
        return stored && { state: applicationStateOf(stored.data), fetchedAt: stored.fetchedAt };
      };
    },
    roles(tenantId) {
      const { data = [] } = snapshots.read(tenantId, rolesKey, z.array(roleSchema)) ?? {};
      return new Map(data.map((role) => [role.id, role]));
    },
    templateNames(tenantId) {
      const { data = [] } = snapshots.read(tenantId, templatesKey, z.array(applicationTemplateSchema)) ?? {};
      return new Map(data.map(({ id, name }) => [id, name]));
    },
    noteRead(tenantId, detail) {
      reads.delete(keyOf(tenantId, detail.id));
      reads.set(keyOf(tenantId, detail.id), detail);
      const [oldest] = reads.keys();
      if (reads.size > maxReads && oldest !== undefined) reads.delete(oldest);
    },
    keep(tenantId, { changed, removed }) {
      const details = changed.flatMap((id) => takeRead(tenantId, id));
      for (const detail of details) snapshots.write(tenantId, applicationKey(detail.id), detail, now());
      for (const id of removed) snapshots.forget(tenantId, applicationKey(id));
      const stored = readStoredList(snapshots, tenantId);
      if (stored === undefined) return;
      const without = new Set(removed);
      const remaining = stored.data.filter(({ id }) => !without.has(id));
      const known = new Set(remaining.map(({ id }) => id));
      const read = new Map(details.map((detail) => [detail.id, detail]));
      const rows = remaining.map((row) => {
        const detail = read.get(row.id);
        return detail === undefined ? row : summaryOf(detail, row);
      });
      const added = details.filter(({ id }) => !known.has(id)).map((detail) => summaryOf(detail, undefined));
      // The rest of the list isn't newer than before.
      writeStoredList(snapshots, tenantId, { data: [...rows, ...added], fetchedAt: stored.fetchedAt });
    },
  };
}

function summaryOf(detail: ApplicationDetail, old: ApplicationSummary | undefined): ApplicationSummary {
  const { id, name, description, type, icon, record } = detail;
  const textOf = (member: string): string => {
    const value = record[member];
    return typeof value === 'string' ? value : '';
  };
  return {
    id,
    name,
    description,
    type,
    category: old?.category ?? textOf('Category'),
    state: old?.state ?? textOf('State'),
    icon,
    templateName: detail.templateName,
    serviceName: textOf('ServiceName') || (old?.serviceName ?? ''),
  };
}
