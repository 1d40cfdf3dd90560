import { capitalized } from '../../../ui/text/capitalized.ts';
import type { PendingPublication } from '../../../../contract/roles/roles.ts';
import { everybodyId } from '../../../../contract/roles/roles.ts';
import { counted } from '../../../../languages/text/intl.ts';

/** What is known of who has which role. */
export interface KnownPeople {
  /** Identifiers of the people who have a role; undefined where the tenant did not tell. */
  members(roleId: string): ReadonlySet<string> | undefined;
  /** How many have it; undefined where that is not known either. */
  count(roleId: string): number | undefined;
  /** The roles that have an application now. */
  rolesOf(applicationId: string): readonly string[];
}

/** How many people gain or lose an application. `exactly`, at most so many (`upTo`), or nobody knows. */
type PeopleCount =
  { readonly type: 'exactly' | 'upTo'; readonly count: number } | { readonly type: 'unknown' };

export interface PeopleEffect {
  readonly gain: PeopleCount;
  readonly lose: PeopleCount;
}

/**
 * How many different people gain or lose any application by what is pending. Exact where it is known who has the roles
 * concerned: who has an application by another role neither gains nor loses it.
 */
export function peopleEffect(cells: readonly PendingPublication[], known: KnownPeople): PeopleEffect {
  const gaining = new Gathering(known);
  const losing = new Gathering(known);
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

/** Collects the people of roles who do not have the application by others. */
class Gathering {
  readonly #known: KnownPeople;
  readonly #people = new Set<string>();
  /** Roles whose people are counted, not known. */
  readonly #uncounted = new Set<string>();
  #isExact = true;

  constructor(known: KnownPeople) {
    this.#known = known;
  }

  add(roleIds: readonly string[], others: ReadonlySet<string>): void {
    // Who can sign in has what everybody has.
    if (roleIds.length === 0 || others.has(everybodyId)) return;
    const excepted = [...others].map((roleId) => this.#known.members(roleId));
    // Who has it by a role whose people are not known may be among these: at most so many.
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

/** `212 people gain access, 9 lose it.`; empty where nobody knows anything. */
export function effectText({ gain, lose }: PeopleEffect): string {
  const words = [
    sideText(gain, 'gain', 'access'),
    sideText(lose, 'lose', gain.type === 'unknown' ? 'access' : 'it'),
  ];
  const told = words.filter((word) => word !== '');
  if (told.length === 0)
    return 'How many people that concerns is not known: the tenant does not tell who has a role.';
  const [first = '', ...rest] = told;
  return capitalized(`${[first, ...rest.map((word) => word.replace(/ (person|people)/, ''))].join(', ')}.`);
}

function sideText(side: PeopleCount, verb: 'gain' | 'lose', what: string): string {
  if (side.type === 'unknown') return '';
  const { type, count } = side;
  const number = count === 0 ? 'nobody' : counted(count, 'person', 'people');
  const action = count < 2 ? `${verb}s` : verb;
  return `${type === 'upTo' && count > 0 ? 'up to ' : ''}${number} ${action} ${what}`;
}

/** How many different people have any of these roles; undefined where that is not known of one of them. */
export function ofPeople(
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
