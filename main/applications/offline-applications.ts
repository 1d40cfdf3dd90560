import { z } from 'zod';
import type { ApplicationDetail, ApplicationSummary } from '../../contract/applications.ts';
import { applicationSummarySchema } from '../../contract/applications.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';

/** Where the list and single applications are kept for when the tenant cannot be asked. */
export const applicationsKey = 'applications';
export const applicationKey = (id: string): string => `application:${id}`;

/** Keeps the offline copies as new as what a change has read of the tenant. */
export interface OfflineApplications {
  noteRead(tenantId: string, detail: ApplicationDetail): void;
  /** Writes what was read last of this application. */
  keep(tenantId: string, id: string): void;
  drop(tenantId: string, id: string): void;
}

const listSchema = z.array(applicationSummarySchema);

export function createOfflineApplications({ snapshots, now }: SnapshotCache): OfflineApplications {
  /** The last one of each tenant is enough: a change is remembered right after it was read back. */
  const lastReads = new Map<string, ApplicationDetail>();

  function changeList(
    tenantId: string,
    change: (list: readonly ApplicationSummary[]) => readonly ApplicationSummary[],
  ): void {
    const stored = snapshots.read(tenantId, applicationsKey, listSchema);
    if (stored === undefined) return;
    // The rest of the list is as old as it was.
    snapshots.write(tenantId, applicationsKey, change(stored.data), stored.fetchedAt);
  }

  return {
    noteRead(tenantId, detail) {
      lastReads.set(tenantId, detail);
    },
    keep(tenantId, id) {
      const last = lastReads.get(tenantId);
      if (last?.id !== id) return;
      snapshots.write(tenantId, applicationKey(id), last, now());
      changeList(tenantId, (list) => {
        const old = list.find((row) => row.id === id);
        const row = summaryOf(last, old);
        return old === undefined ? [...list, row] : list.map((each) => (each.id === id ? row : each));
      });
    },
    drop(tenantId, id) {
      snapshots.forget(tenantId, applicationKey(id));
      changeList(tenantId, (list) => list.filter((row) => row.id !== id));
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
  };
}
