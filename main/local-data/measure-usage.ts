import type { LocalDataUsage, TenantUsage } from '../../contract/local-data/local-data.ts';
import type { Database } from '../platform/storage/database.ts';
import type { SchemaSteps, TableSpace } from '../platform/storage/schema-steps.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import { measureFolder } from './measure-folder.ts';
import type { Used } from './measure-tables.ts';
import { measureTables, totalOf } from './measure-tables.ts';

export interface MeasureParts {
  /** The profile folder. */
  readonly folder: string;
  readonly database: Database;
  readonly nouns: readonly SchemaSteps[];
  readonly tenants: Pick<TenantDirectory, 'list'>;
  /** Sizes of the files of stored results. */
  readonly results: () => readonly MeasuredResult[];
}

interface MeasuredResult {
  readonly tenantId: string;
  readonly bytes: number;
  /** Saved under a name, or of a pinned chart. */
  readonly isSaved: boolean;
}

const none: Used = { bytes: 0, count: 0 };

/** What is on disk now. */
export async function measureUsage(parts: MeasureParts): Promise<LocalDataUsage> {
  const { database, folder, nouns } = parts;
  const files = await measureFolder(folder);
  const ofKind = (kind: TableSpace['kind']) =>
    measureTables(
      database,
      nouns.flatMap(({ space = [] }) => space).filter((each) => each.kind === kind),
    );
  const byTenant = { caches: ofKind('caches'), history: ofKind('history'), drafts: ofKind('drafts') };
  const totals = {
    caches: totalOf(byTenant.caches.values()),
    history: totalOf(byTenant.history.values()),
    drafts: totalOf(byTenant.drafts.values()),
  };
  const all = parts.results();
  const results = usedBy(all.filter(({ isSaved }) => !isSaved));
  const savedResults = usedBy(all.filter(({ isSaved }) => isSaved));
  const inTables = totals.caches.bytes + totals.history.bytes + totals.drafts.bytes;
  const otherBytes =
    files.other.bytes +
    Math.max(0, files.database.bytes - inTables) +
    Math.max(0, files.results.bytes - results.bytes - savedResults.bytes);
  const { backups, crashReports, logs, sandbox, other } = files;
  return {
    bytes: totalOf(Object.values(files)).bytes,
    kinds: {
      ...{ ...totals, results, savedResults, backups, crashReports, logs, sandbox },
      other: { bytes: otherBytes, count: other.count },
    },
    tenants: tenantsIn(parts, byTenant, all),
  };
}

const usedBy = (results: readonly MeasuredResult[]): Used =>
  totalOf(results.map(({ bytes }) => ({ bytes, count: 1 })));

type ByTenant = Readonly<Record<TableSpace['kind'], ReadonlyMap<string, Used>>>;

/** Also removed tenants of which there is something. */
function tenantsIn(
  { tenants }: MeasureParts,
  { caches, history, drafts }: ByTenant,
  results: readonly MeasuredResult[],
): TenantUsage[] {
  const names = new Map(tenants.list().map(({ id, name }) => [id, name]));
  const ids = new Set([...names.keys(), ...caches.keys(), ...history.keys(), ...drafts.keys()]);
  ids.delete('');
  return [...ids]
    .map((tenantId): TenantUsage => ({
      ...{ tenantId, name: names.get(tenantId) ?? null },
      caches: caches.get(tenantId) ?? none,
      results: usedBy(results.filter((each) => !each.isSaved && each.tenantId === tenantId)),
      history: history.get(tenantId) ?? none,
      drafts: drafts.get(tenantId) ?? none,
    }))
    .toSorted((one, other) => bytesOf(other) - bytesOf(one));
}

const bytesOf = ({ caches, results, history, drafts }: TenantUsage): number =>
  totalOf([caches, results, history, drafts]).bytes;
