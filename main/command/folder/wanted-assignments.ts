import { assignmentKindName, assignmentTarget } from '../../../contract/roles/assignment-target.ts';
import { assignmentsDocument } from './documents.ts';
import type { Found, Indexed } from './folder-index.ts';
import { baseOf, edit } from './folder-index.ts';
import type { FolderItem, LiveItem } from './item.ts';
import { pathKey } from './item.ts';
import type { RoleContent } from './read-tenant.ts';

/** Assigns what a file names, and unassigns what it doesn’t. */
export function assignmentEdits(comparing: Indexed, item: FolderItem, at: LiveItem): Found {
  const found = comparing.content.roles.find(({ role }) => role.id === at.id);
  if (found === undefined) return { edits: [] };
  const wanted = namedApplications(comparing, item, found);
  if (wanted.conflict !== undefined) return { edits: [], conflict: wanted.conflict };
  const base = baseOf(comparing, item);
  const before =
    base === undefined
      ? new Map(found.applications.filter((each) => !each.isAutomatic).map(({ id, name }) => [id, name]))
      : namedApplications(comparing, base, found).applications;
  const edits = [...new Map([...before, ...wanted.applications])].flatMap(([id, application]) => {
    const isWanted = wanted.applications.has(id);
    if (isWanted === before.has(id)) return [];
    const state = { application, role: found.role.name };
    return edit(
      assignmentKindName,
      assignmentTarget({ applicationId: id, roleId: found.role.id }),
      { ...state, isPublished: !isWanted },
      { ...state, isPublished: isWanted },
    );
  });
  return { edits, isNeeded: wanted.hasNew };
}

interface NamedApplications {
  /** Names by ID. */
  readonly applications: ReadonlyMap<string, string>;
  /** True where one is new: it is created with its roles. */
  readonly hasNew: boolean;
  /** Why one isn’t known. */
  readonly conflict: string | undefined;
}

/** The applications that a file of assignments names. */
function namedApplications(comparing: Indexed, item: FolderItem, role: RoleContent): NamedApplications {
  const applications = new Map<string, string>();
  let [hasNew, conflict]: [boolean, string | undefined] = [false, undefined];
  for (const [name, mentions] of Map.groupBy(
    assignmentsDocument.parse(item.document).applications,
    (each) => each,
  )) {
    const found = applicationsCalled(comparing, name, role);
    if (found === 'new') hasNew = true;
    else if (found.length === mentions.length) for (const each of found) applications.set(each.id, each.name);
    else if (found.length === 0) {
      conflict ??= `${role.role.name} can’t have ${name}: the tenant has no such application, and neither has the folder.`;
    } else {
      const paths = found.map(({ path }) => path).filter((path) => path !== undefined);
      conflict ??= `${name} matches several applications. Name one by its folder: ${paths.join(', ')}.`;
    }
  }
  return { applications, hasNew, conflict };
}

interface CalledApplication {
  readonly id: string;
  readonly name: string;
  /** In the folder. */
  readonly path: string | undefined;
}

/**
 * By its folder, by the name that it has, or by the one that the folder gives it. Of several with this name those that the role has, if it
 * has any.
 */
function applicationsCalled(
  { liveByPath, applicationItems, applicationIds, applicationPaths, content }: Indexed,
  name: string,
  { applications }: RoleContent,
): readonly CalledApplication[] | 'new' {
  const called = (id: string, own: string): CalledApplication => ({
    ...{ id, name: own },
    path: applicationPaths.get(id),
  });
  const at = liveByPath.get(pathKey({ kind: 'application', path: name }));
  if (at !== undefined) return [called(at.id, at.item.name)];
  const items = applicationItems.get(name) ?? [];
  const known = items.map((item) => liveByPath.get(pathKey(item)));
  if (known.length === 1 && known[0] === undefined) return 'new';
  const assigned = applications.filter((each) => each.name === name && !each.isAutomatic);
  const ids = new Set([
    ...known.flatMap((each) => each?.id ?? []),
    ...(applicationIds.get(name) ?? []),
    ...assigned.map(({ id }) => id),
  ]);
  const candidates = ids.size > 1 && assigned.length > 0 ? assigned.map(({ id }) => id) : [...ids];
  return candidates.map((id) =>
    called(id, content.applications.find((each) => each.id === id)?.state.name ?? name),
  );
}
