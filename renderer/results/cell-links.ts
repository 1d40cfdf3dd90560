import { tenantPath } from '../state/router.svelte.ts';

/** A view that a value of a result links to. */
export interface CellLink {
  readonly kind: 'application' | 'role' | 'user';
  /** The tenant's name for it; for a user the value. */
  readonly name: string;
  readonly path: string;
}

export interface CachedItem {
  readonly id: string;
  readonly name: string;
}

interface LinkSources {
  readonly tenantId: string;
  readonly applications: readonly CachedItem[];
  readonly roles: readonly CachedItem[];
}

/** More items of one name are ambiguous. */
const maxOfName = 5;
/** Longer than any ID or name. */
const maxLength = 256;

/** The words of a column's name: `ApplicationID`, `application_id` and `[Application ID]` have the same two. */
function partsOf(column: string): readonly string[] {
  return column
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
}

const userStatus = ['user', 'username', 'normalizeduser', 'failuser', 'who', 'createdby', 'modifiedby'];

/**
 * Where the item that a cell refers to is shown. Items in a cached list match by ID in any column, and by name if the
 * column is about such items; users have no list and are recognized by the column alone: they link to a query.
 */
export function cellLinks(column: string, value: unknown, sources: LinkSources): CellLink[] {
  if (typeof value !== 'string') return [];
  const wanted = value.trim();
  if (wanted === '' || wanted.length > maxLength) return [];
  const parts = partsOf(column);
  const speaksOf = (...of: readonly string[]): boolean => of.some((part) => parts.includes(part));
  const isOpen = parts.length === 1 && speaksOf('name', 'displayname');
  const found = (
    items: readonly CachedItem[],
    isNamed: boolean,
    link: (item: CachedItem) => CellLink,
  ): CellLink[] => {
    const byId = items.filter(({ id }) => id === wanted);
    const byName = isNamed && byId.length === 0 ? items.filter(({ name }) => name === wanted) : [];
    return [...byId, ...byName.slice(0, maxOfName)].map(link);
  };
  const { tenantId } = sources;
  const links = [
    ...found(sources.applications, isOpen || speaksOf('application', 'app', 'entity'), ({ id, name }) => ({
      ...{ kind: 'application' as const, name },
      path: tenantPath(tenantId, 'applications', id, 'settings'),
    })),
    ...found(sources.roles, isOpen || speaksOf('role', 'roles'), ({ id, name }) => ({
      ...{ kind: 'role' as const, name },
      path: tenantPath(tenantId, 'roles', 'list', id),
    })),
  ];
  if (links.length === 0 && namesUser(parts))
    links.push({ kind: 'user', name: wanted, path: tenantPath(tenantId, 'queries', 'user', wanted) });
  return links;
}

function namesUser(parts: readonly string[]): boolean {
  return parts.some((part) => userStatus.includes(part)) && !parts.includes('agent');
}

/** The query of one user by any of its names. */
export const userQuery = `SELECT *
FROM User
WHERE ID = :user OR Username = :user`;
