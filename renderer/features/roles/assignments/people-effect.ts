import { capitalized } from '../../../ui/text/capitalized.ts';
import type { PendingAssignment } from '../../../../contract/roles/roles.ts';
import { everybodyId } from '../../../../contract/roles/roles.ts';
import { counted } from '../../../../languages/text/intl.ts';

/** Known role memberships. */
export interface KnownPeople {
  /** IDs of the members of a role; undefined if the tenant doesn't provide them. */
  members(roleId: string): ReadonlySet<string> | undefined;
  /** Number of members; undefined if that is not known either. */
  count(roleId: string): number | undefined;
  /** The roles an application is currently assigned to. */
  rolesOf(applicationId: string): readonly string[];
}

/** How many users gain or lose access: `exactly`, at most (`upTo`), or unknown. */
type PeopleCount =
  { readonly type: 'exactly' | 'upTo'; readonly count: number } | { readonly type: 'unknown' };

export interface PeopleEffect {
  readonly gain: PeopleCount;
  readonly lose: PeopleCount;
}

/**
 * How many distinct users gain or lose access through the pending changes. Exact if the members of all roles
 * concerned are known: a user with access through another role neither gains nor loses it.
 */
export function peopleEffect(cells: readonly PendingAssignment[], known: KnownPeople): PeopleEffect {
  const gaining = new AffectedUsers(known);
  const losing = new AffectedUsers(known);
  for (const [applicationId, pending] of Map.groupBy(cells, (cell) => cell.applicationId)) {
    const before = new Set(known.rolesOf(applicationId));
    const granted = pending.filter(({ wanted }) => wanted).map(({ roleId }) => roleId);
    const revoked = pending.filter(({ wanted }) => !wanted).map(({ roleId }) => roleId);
    const after = new Set([...before, ...granted].filter((roleId) => !revoked.includes(roleId)));
    gaining.add(granted, before);
    losing.add(revoked, after);
  }
  return { gain: gaining.result(), lose: losing.result() };
}

/** Collects the members of roles who don't have access through other roles. */
class AffectedUsers {
  readonly #known: KnownPeople;
  readonly #people = new Set<string>();
  /** Roles with a known number of members, but unknown members. */
  readonly #uncounted = new Set<string>();
  #isExact = true;

  constructor(known: KnownPeople) {
    this.#known = known;
  }

  add(roleIds: readonly string[], others: ReadonlySet<string>): void {
    // Everybody includes all users.
    if (roleIds.length === 0 || others.has(everybodyId)) return;
    const excepted = [...others].map((roleId) => this.#known.members(roleId));
    // Members of a role with unknown members may be among these, so the count is an upper bound.
    if (excepted.includes(undefined)) this.#isExact = false;
    for (const roleId of roleIds) {
      const members = this.#known.members(roleId);
      if (members === undefined) {
        this.#isExact = false;
        this.#uncounted.add(roleId);
        continue;
      }
      for (const person of members) {
        if (!excepted.some((other) => other?.has(person))) this.#people.add(person);
      }
    }
  }

  result(): PeopleCount {
    let count = this.#people.size;
    for (const roleId of this.#uncounted) {
      const more = this.#known.count(roleId);
      if (more === undefined) return { type: 'unknown' };
      count += more;
    }
    return { type: this.#isExact ? 'exactly' : 'upTo', count };
  }
}

/** `212 users gain access, 9 lose it.` */
export function effectText({ gain, lose }: PeopleEffect): string {
  const sides = [
    sideText(gain, 'gain', 'access'),
    sideText(lose, 'lose', gain.type === 'unknown' ? 'access' : 'it'),
  ];
  const known = sides.filter((side) => side !== '');
  if (known.length === 0) return 'Affected users unknown: role membership isn’t available on this tenant.';
  const [first = '', ...rest] = known;
  return capitalized(`${[first, ...rest.map((side) => side.replace(/(\d) users?/, '$1'))].join(', ')}.`);
}

function sideText(side: PeopleCount, verb: 'gain' | 'lose', what: string): string {
  if (side.type === 'unknown') return '';
  const { type, count } = side;
  const number = count === 0 ? 'no users' : counted(count, 'user');
  const action = count === 1 ? `${verb}s` : verb;
  return `${type === 'upTo' && count > 0 ? 'up to ' : ''}${number} ${action} ${what}`;
}

/** Number of distinct members of these roles; undefined if the members of one of them are unknown. */
export function distinctMemberCount(
  roleIds: readonly string[],
  { members }: Pick<KnownPeople, 'members'>,
): number | undefined {
  const people = new Set<string>();
  for (const roleId of roleIds) {
    const known = members(roleId);
    if (known === undefined) return undefined;
    for (const person of known) people.add(person);
  }
  return people.size;
}
