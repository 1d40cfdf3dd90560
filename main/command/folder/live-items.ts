import { isNoScript } from '../../applications/application-parts.ts';
import { foldedName } from '../../platform/files/file-stem.ts';
import type { Document, FolderItem, ItemKind, LiveItem } from './item.ts';
import { schemaOf } from './item.ts';
import { createItemPaths } from './item-paths.ts';
import type { ApplicationContent, RoleContent, TenantContent } from './read-tenant.ts';
import { createExternalizer, mapTexts } from './references.ts';

export const isFileIcon = (icon: string): boolean =>
  /^data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/]+=*$/.test(icon);

interface Found {
  readonly kind: ItemKind;
  readonly id: string;
  readonly name: string;
  /** Where files of such things are, and what one is called whose name has no letter. */
  readonly folder: string;
  readonly document: (id: string) => Document;
  readonly text?: string | null;
  readonly icon?: string | null;
}

/**
 * A tenant as files, in a stable order. What `existing` has keeps its file name: things are found there by ID, else by name.
 */
export function liveItems(content: TenantContent, existing: readonly FolderItem[]): LiveItem[] {
  const things = [
    ...content.applications.map(applicationFound),
    ...webhooksFound(content),
    ...content.roles.flatMap((role) => rolesFound(role, content.roles)),
  ].toSorted(byKindAndName);
  const known = matched(things, existing);
  const pathFor = createItemPaths(existing.map(({ path }) => path));
  const listed = things.map((thing) => {
    const path = known.get(thing) ?? pathFor(thing.folder, thing.name, thing.kind);
    return liveItem(thing, path);
  });
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

/** The files that a folder has of these things already. Things of one name are only found by their IDs. */
export function matched<Thing extends { kind: ItemKind; id: string; name: string }>(
  things: readonly Thing[],
  existing: readonly FolderItem[],
): Map<Thing, string> {
  const found = new Map<Thing, string>();
  const left = new Set(existing);
  const take = (thing: Thing, isIt: (item: FolderItem) => boolean): void => {
    if (found.has(thing)) return;
    const [item, ...others] = [...left].filter((each) => each.kind === thing.kind && isIt(each));
    if (item === undefined || others.length > 0) return;
    found.set(thing, item.path);
    left.delete(item);
  };
  for (const thing of things) take(thing, ({ id }) => id !== null && id === thing.id);
  const names = Map.groupBy(things, (thing) => `${thing.kind} ${foldedName(thing.name)}`);
  for (const [first, ...others] of names.values()) {
    if (first !== undefined && others.length === 0)
      take(first, ({ name }) => foldedName(name) === foldedName(first.name));
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

function rolesFound({ role, applications, members }: RoleContent, all: readonly RoleContent[]): Found[] {
  const { id, name, description, type, isReadOnly } = role;
  const isAlone = all.filter((other) => foldedName(other.role.name) === foldedName(name)).length === 1;
  const named = (isAutomatic: boolean): string[] =>
    applications
      .filter((each) => each.isAutomatic === isAutomatic)
      .map((each) => each.name)
      .toSorted(compare);
  const automatic = named(true);
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
      document: () => ({
        ...(isAlone ? {} : { id }),
        role: name,
        applications: named(false),
        ...(automatic.length === 0 ? {} : { automatic }),
      }),
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
