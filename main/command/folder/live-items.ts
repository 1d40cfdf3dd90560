import { isNoScript } from '../../applications/application-parts.ts';
import { foldedName } from '../../platform/files/file-stem.ts';
import type { RoleApplication } from '../../../contract/roles/roles.ts';
import type { Document, FolderItem, ItemKind, LiveItem } from './item.ts';
import { nameKey, schemaOf } from './item.ts';
import { createItemPaths } from './item-paths.ts';
import type { ApplicationContent, RoleContent, TenantContent } from './read-tenant.ts';
import { createExternalizer, mapTexts } from './references.ts';

export const isFileIcon = (icon: string): boolean =>
  /^data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/]+=*$/.test(icon);

interface Found {
  readonly kind: ItemKind;
  readonly id: string;
  readonly name: string;
  /** Folder of such items, and the file name of one whose name has no letter. */
  readonly folder: string;
  readonly document: (id: string) => Document;
  readonly text?: string | null;
  readonly icon?: string | null;
}

/**
 * A tenant as files, in a stable order. Items in `existing` have the same file names as there; they are found by ID, else by name.
 */
export function liveItems(content: TenantContent, existing: readonly FolderItem[]): LiveItem[] {
  const shared = sharedNames(content);
  const paths = new Map<string, string>();
  const entries = [
    ...content.applications.map(applicationFound),
    ...webhooksFound(content),
    ...content.roles.flatMap((role) =>
      rolesFound(role, content.roles, ({ id, name }) => (shared.has(name) ? (paths.get(id) ?? name) : name)),
    ),
  ].toSorted(byKindAndName);
  const known = matched(entries, existing);
  const pathFor = createItemPaths(existing.map(({ path }) => path));
  const placed = entries.map((entry) => {
    const path = known.get(entry) ?? pathFor(entry.folder, entry.name, entry.kind);
    if (entry.kind === 'application') paths.set(entry.id, path);
    return { entry, path };
  });
  const listed = placed.map(({ entry, path }) => liveItem(entry, path));
  const { origins, configuration } = content;
  return [
    ...listed,
    liveItem(
      { ...single('origins', 'Trusted origins'), document: () => ({ origins: origins.toSorted(compare) }) },
      'origins',
    ),
    liveItem(
      { ...single('configuration', 'Configuration'), document: () => withoutNulls(configuration) },
      'configuration',
    ),
  ];
}

const single = (kind: ItemKind, name: string) => ({ kind, id: kind, name, folder: '' });

function liveItem({ kind, id, name, document, text = null, icon = null }: Found, path: string): LiveItem {
  const { marks, text: externalized } = createExternalizer(path);
  const item: FolderItem = {
    kind,
    path,
    name,
    id,
    document: { schema: schemaOf(kind), ...mapTexts(document(id), externalized) },
    text: text === null ? null : externalized(text, [kind === 'webhook' ? 'template' : 'script']),
    icon,
  };
  return { item, id, marks };
}

/** The files that a folder already has of these items. Items with the same name are only found by ID. */
export function matched<Entry extends { kind: ItemKind; id: string; name: string }>(
  entries: readonly Entry[],
  existing: readonly FolderItem[],
): Map<Entry, string> {
  const found = new Map<Entry, string>();
  const left = new Set(existing);
  const take = (entry: Entry, candidates: readonly FolderItem[] = []): void => {
    const [item, ...others] = candidates.filter((each) => left.has(each));
    if (found.has(entry) || item === undefined || others.length > 0) return;
    found.set(entry, item.path);
    left.delete(item);
  };
  const withId = existing.filter(({ id }) => id !== null);
  const byId = Map.groupBy(withId, ({ kind, id }) => `${kind} ${id}`);
  for (const entry of entries) take(entry, byId.get(`${entry.kind} ${entry.id}`));
  const byName = Map.groupBy(existing, nameKey);
  for (const [key, [first, ...others]] of Map.groupBy(entries, nameKey)) {
    if (first !== undefined && others.length === 0) take(first, byName.get(key));
  }
  return found;
}

const byKindAndName = (one: Found, other: Found): number =>
  compare(one.kind, other.kind) || compare(one.name, other.name) || compare(one.id, other.id);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function applicationFound({ id, state, script }: ApplicationContent): Found {
  const { name, description, templateId, icon, settings } = state;
  const hasIconFile = isFileIcon(icon);
  return {
    kind: 'application',
    id,
    name,
    folder: 'applications',
    document: () => ({
      id,
      name,
      description,
      template: templateId,
      ...(icon === '' || hasIconFile ? {} : { icon }),
      settings: sorted(settings),
    }),
    text: script === null || isNoScript(script) ? null : script,
    icon: hasIconFile ? icon : null,
  };
}

/** A webhook gets another ID with every change, so that only those that share a name have theirs in the file. */
function webhooksFound({ webhooks }: TenantContent): Found[] {
  const names = Map.groupBy(webhooks, ({ state }) => foldedName(state.name));
  return webhooks.map(({ id, state }) => {
    const { requestBody, headers, name, enabled, riskLevel, ...others } = state;
    const isAlone = names.get(foldedName(name))?.length === 1;
    return {
      kind: 'webhook',
      id,
      name,
      folder: 'webhooks',
      document: () => ({
        ...(isAlone ? {} : { id }),
        name,
        ...others,
        headers: headers === '' ? [] : headers.split('\n'),
        ...(enabled === null ? {} : { enabled }),
        ...(riskLevel === '' ? {} : { riskLevel }),
      }),
      text: requestBody,
    };
  });
}

/** Names that several applications have. */
function sharedNames({ applications }: TenantContent): ReadonlySet<string> {
  const groups = Map.groupBy(applications, ({ state }) => state.name);
  return new Set([...groups].filter(([, { length }]) => length > 1).map(([name]) => name));
}

/** `called`: by its name, or by its folder where others have the same name. */
function rolesFound(
  { role, applications, members }: RoleContent,
  all: readonly RoleContent[],
  called: (application: RoleApplication) => string,
): Found[] {
  const { id, name, description, type, isReadOnly } = role;
  const isAlone = all.filter((other) => foldedName(other.role.name) === foldedName(name)).length === 1;
  const named = (isAutomatic: boolean): string[] =>
    applications
      .filter((each) => each.isAutomatic === isAutomatic)
      .map(called)
      .toSorted(compare);
  return [
    {
      ...{ kind: 'role', id, name, folder: 'roles' },
      document: () => ({
        ...{ id, name, description, type, isReadOnly },
        ...(members === undefined
          ? {}
          : { members: members.map(({ username }) => username).toSorted(compare) }),
      }),
    },
    {
      ...{ kind: 'assignments', id, name, folder: 'assignments' },
      document: () => {
        const automatic = named(true);
        return {
          ...(isAlone ? {} : { id }),
          role: name,
          applications: named(false),
          ...(automatic.length === 0 ? {} : { automatic }),
        };
      },
    },
  ];
}

/** Members in the order of their names, at every depth; the order of lists means something. */
function sorted<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => sorted(each)) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => compare(one, other))
      .map(([name, each]) => [name, sorted<unknown>(each)]),
  ) as Value;
}

const withoutNulls = (state: object): Document =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== null));
