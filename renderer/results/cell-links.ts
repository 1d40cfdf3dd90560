import { tenantPath } from '../state/router.svelte.ts';

/** A place in the desk that a value of a result names. */
export interface CellLink {
  readonly kind: 'application' | 'role' | 'user';
  /** As the tenant calls it; for a user the value. */
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

/** More of one name than anybody looks through. */
const mostOfName = 5;
/** Longer than any identifier or name. */
const longest = 256;

/** The words of a column's name: `ApplicationID`, `application_id` and `[Application ID]` are the same two. */
function wordsOf(column: string): readonly string[] {
  return column
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
}

const userStatus = ['user', 'username', 'normalizeduser', 'failuser', 'who', 'createdby', 'modifiedby'];

/**
 * Where the thing that a cell names is looked at. What is in a list that is kept counts, by its identifier in any column, and by its name where
 * the column speaks of such things; users have no list, and are told by the column alone: for them there is a query.
 */
export function cellLinks(column: string, value: unknown, sources: LinkSources): CellLink[] {
  if (typeof value !== 'string') return [];
  const wanted = value.trim();
  if (wanted === '' || wanted.length > longest) return [];
  const words = wordsOf(column);
  const speaksOf = (...of: readonly string[]): boolean => of.some((word) => words.includes(word));
  const isOpen = words.length === 1 && speaksOf('name', 'displayname');
  const found = (
    things: readonly CachedItem[],
    isNamed: boolean,
    link: (thing: CachedItem) => CellLink,
  ): CellLink[] => {
    const byId = things.filter(({ id }) => id === wanted);
    const byName = isNamed && byId.length === 0 ? things.filter(({ name }) => name === wanted) : [];
    return [...byId, ...byName.slice(0, mostOfName)].map(link);
  };
  const { tenantId } = sources;
  const links = [
    ...found(sources.applications, isOpen || speaksOf('application', 'app', 'entity'), ({ id, name }) => ({
      ...{ kind: 'application' as const, name },
      path: tenantPath(tenantId, 'applications', id, 'general'),
    })),
    ...found(sources.roles, isOpen || speaksOf('role', 'roles'), ({ id, name }) => ({
      ...{ kind: 'role' as const, name },
      path: tenantPath(tenantId, 'roles', 'list', id),
    })),
  ];
  if (links.length === 0 && namesUser(words))
    links.push({ kind: 'user', name: wanted, path: tenantPath(tenantId, 'queries', 'user', wanted) });
  return links;
}

function namesUser(words: readonly string[]): boolean {
  return words.some((word) => userStatus.includes(word)) && !words.includes('agent');
}

/** The query of one user, whatever of them is known. */
export const userQuery = `SELECT *
FROM User
WHERE ID = :user OR Username = :user`;
