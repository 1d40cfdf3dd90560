import type { Edit } from '../../../contract/changes/changes.ts';
import { canonicalJson } from '../../platform/json/canonical-json.ts';
import { assignmentsDocument } from './documents.ts';
import type { FolderItem, LiveItem } from './item.ts';
import { nameKey, pathKey } from './item.ts';
import type { ApplicationContent, TenantContent } from './read-tenant.ts';

export interface Comparing {
  readonly content: TenantContent;
  /** All of the tenant, under the file names of the folder. */
  readonly live: readonly LiveItem[];
  /** The folder, with values in the place of references. */
  readonly items: readonly FolderItem[];
  /** What to compare with in place of what the tenant has now: that is merged. */
  readonly bases?: ReadonlyMap<string, FolderItem> | undefined;
}

/** What a file of a folder asks for. */
export interface Found {
  readonly edits: readonly Edit[];
  /** True where the edits of another file need this one. */
  readonly isNeeded?: boolean;
  readonly conflict?: string;
  readonly skipped?: string;
}

/** What edits look up, built once: a tenant may have thousands of applications. */
export interface Indexed extends Comparing {
  readonly liveByPath: ReadonlyMap<string, LiveItem>;
  readonly liveByName: ReadonlyMap<string, readonly LiveItem[]>;
  readonly applications: ReadonlyMap<string, ApplicationContent>;
  /** IDs by name. */
  readonly applicationIds: ReadonlyMap<string, readonly string[]>;
  /** Folders of applications by ID. */
  readonly applicationPaths: ReadonlyMap<string, string>;
  /** Of the folder, by name and by path. */
  readonly applicationItems: ReadonlyMap<string, readonly FolderItem[]>;
  /** IDs of the roles whose files name an application. */
  readonly rolesOf: ReadonlyMap<string, readonly string[]>;
}

export function indexed(comparing: Comparing): Indexed {
  const { content, live, items } = comparing;
  const liveByPath = new Map(live.map((each) => [pathKey(each.item), each]));
  const applicationItems = items.filter(({ kind }) => kind === 'application');
  const grants = items
    .filter(({ kind }) => kind === 'assignments')
    .flatMap((item) => {
      const roleId = liveByPath.get(pathKey(item))?.id;
      const { applications } = assignmentsDocument.parse(item.document);
      return roleId === undefined ? [] : [...new Set(applications)].map((name) => ({ name, roleId }));
    });
  return {
    ...comparing,
    liveByPath,
    liveByName: Map.groupBy(live, ({ item }) => nameKey(item)),
    applications: new Map(content.applications.map((each) => [each.id, each])),
    applicationIds: idsByName(content.applications.map(({ id, state: { name } }) => ({ id, name }))),
    applicationPaths: new Map(
      live.flatMap(({ item: { kind, path }, id }) => (kind === 'application' ? [[id, path]] : [])),
    ),
    applicationItems: new Map([
      ...applicationItems.map((item): [string, FolderItem[]] => [item.path, [item]]),
      ...Map.groupBy<string, FolderItem>(applicationItems, ({ name }) => name),
    ]),
    rolesOf: idsByName(grants.map(({ name, roleId: id }) => ({ id, name }))),
  };
}

function idsByName(
  all: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(all, ({ name }) => name);
  return new Map([...groups].map(([name, those]) => [name, those.map(({ id }) => id)]));
}

export const baseOf = ({ bases }: Comparing, item: FolderItem): FolderItem | undefined =>
  bases?.get(pathKey(item));

export function edit(kind: string, targetId: string, base: unknown, wanted: unknown): Edit[] {
  if (canonicalJson(base) === canonicalJson(wanted)) return [];
  return [{ kind, targetId, base: base as Edit['base'], wanted: wanted as Edit['wanted'] }];
}
