import type { FieldValue, ScriptUser, UserField } from './script-input.ts';

type MemberValue = string | readonly string[] | null;

/** Members computed so far, as input for the next derivation. */
interface Found {
  text(field: UserField): string;
  list(field: UserField): readonly string[];
  attribute(name: string): readonly string[];
}

/** A property of LoginUser: what it is called, where it comes from, and how it is typed for a test user. */
interface UserMember {
  readonly name: string;
  readonly doc: string;
  readonly field: UserField;
  /** Separator of list values when typed; absent for single values. Distinguished names contain commas. */
  readonly separator?: ',' | ';';
  /** Directory attributes with the same value (`plainName`), in order of precedence. */
  readonly attributes: readonly string[];
  /** Other names used by queries and files, after the attributes. */
  readonly columns?: readonly string[];
  /** Default if neither the member nor any of its attributes is set; an empty string or list if absent. */
  readonly derive?: (found: Found) => MemberValue;
}

/**
 * The LoginUser properties, with the names from the platform's documentation and its application records
 * (`SamlAttributeValueOptions`). A derivation reads the members listed before it.
 */
export const USER_MEMBERS: readonly UserMember[] = [
  {
    name: 'Username',
    doc: 'User name. Used as the subject name unless the script sets another.',
    field: 'username',
    attributes: ['userprincipalname'],
    columns: ['upn', 'login', 'loginname', 'systemname', 'samaccountname', 'uid'],
  },
  {
    name: 'DisplayName',
    doc: 'Full name.',
    field: 'displayName',
    attributes: ['cn'],
    columns: ['name', 'fullname'],
  },
  {
    name: 'FirstName',
    doc: 'First name. Defaults to the first word of DisplayName; null without a DisplayName.',
    field: 'firstName',
    attributes: ['givenname'],
    columns: ['forename'],
    derive: ({ text }) => splitAtSpaces(text('displayName')).at(0) ?? null,
  },
  {
    name: 'LastName',
    doc: 'Last name. Defaults to the last word of DisplayName; null without a DisplayName.',
    field: 'lastName',
    attributes: ['sn'],
    columns: ['surname', 'familyname'],
    derive: ({ text }) => splitAtSpaces(text('displayName')).at(-1) ?? null,
  },
  {
    name: 'Email',
    doc: 'Email address.',
    field: 'email',
    attributes: ['mail'],
    columns: ['emailaddress'],
  },
  {
    name: 'Uuid',
    doc: 'User ID.',
    field: 'uuid',
    attributes: ['objectguid'],
    columns: ['id', 'userguid', 'internalname'],
  },
  {
    name: 'Shortname',
    doc: 'User name without its domain.',
    field: 'shortname',
    attributes: ['samaccountname', 'uid'],
    derive: ({ text }) => withoutDomain(text('username')),
  },
  {
    name: 'CanonicalName',
    doc: 'Canonical user name.',
    field: 'canonicalName',
    attributes: [],
    derive: ({ text }) => text('username'),
  },
  { name: 'MobileNumber', doc: 'Mobile phone number.', field: 'mobileNumber', attributes: ['mobile'] },
  {
    name: 'OfficeNumber',
    doc: 'Office phone number.',
    field: 'officeNumber',
    attributes: ['telephonenumber'],
  },
  { name: 'HomeNumber', doc: 'Home phone number.', field: 'homeNumber', attributes: ['homephone'] },
  { name: 'Description', doc: 'User description.', field: 'description', attributes: [] },
  {
    name: 'Password',
    doc: 'Password for the application. Only in scripts of user-password applications.',
    field: 'password',
    attributes: [],
  },
  {
    name: 'ServiceType',
    doc: 'Directory type: CDS, ADProxy, LDAPProxy or FDS.',
    field: 'serviceType',
    attributes: [],
    derive: () => 'CDS',
  },
  { name: 'ServiceName', doc: 'Directory name.', field: 'serviceName', attributes: [] },
  {
    name: 'RoleNames',
    doc: 'Names of the user’s roles.',
    field: 'roleNames',
    separator: ',',
    attributes: [],
    columns: ['roles'],
  },
  {
    name: 'GroupDNs',
    doc: 'Distinguished names of the user’s groups.',
    field: 'groupDns',
    separator: ';',
    attributes: [],
    derive: ({ attribute }) => attribute('memberof').filter(isDistinguishedName),
  },
  {
    name: 'GroupNames',
    doc: 'Names of the user’s groups.',
    field: 'groupNames',
    separator: ',',
    attributes: [],
    columns: ['groups'],
    derive: ({ list, attribute }) => {
      const plain = attribute('memberof').filter((value) => !isDistinguishedName(value));
      return plain.length > 0
        ? plain.flatMap((value) => split(value, ','))
        : list('groupDns').map(commonName);
    },
  },
  {
    name: 'GroupNames2',
    doc: 'Names of the user’s groups, from the name attribute of each group.',
    field: 'groupNames2',
    separator: ',',
    attributes: [],
    derive: ({ list }) => list('groupNames'),
  },
  {
    name: 'EffectiveGroupNames',
    doc: 'Names of the user’s groups, including nested groups.',
    field: 'effectiveGroupNames',
    separator: ',',
    attributes: [],
    derive: ({ list }) => list('groupNames'),
  },
  {
    name: 'EffectiveGroupDNs',
    doc: 'Distinguished names of the user’s groups, including nested groups.',
    field: 'effectiveGroupDns',
    separator: ';',
    attributes: [],
    derive: ({ list }) => list('groupDns'),
  },
];

/**
 * Normalizes a column or attribute name for comparison: `First Name`, `first_name` and `FirstName` are equal.
 */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

export function split(value: string, separator: string): readonly string[] {
  return value
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** The member for a column or attribute name; undefined for a custom attribute. */
export function memberOf(name: string): UserMember | undefined {
  const plain = plainName(name);
  return (
    USER_MEMBERS.find((member) => plainName(member.name) === plain) ??
    USER_MEMBERS.find(({ attributes, columns = [] }) => [...attributes, ...columns].includes(plain))
  );
}

/** LoginUser's value for each of its names. */
export function memberValues(user: ScriptUser): Readonly<Record<string, MemberValue>> {
  const byName = new Map<string, FieldValue>();
  for (const [name, value] of Object.entries(user.attributes ?? {})) {
    if (value !== null && !byName.has(plainName(name))) byName.set(plainName(name), value);
  }
  const known = new Map<UserField, MemberValue>();
  const found: Found = {
    text: (field) => textOf(known.get(field) ?? ''),
    list: (field) => listOf(known.get(field) ?? []),
    attribute: (name) => listOf(byName.get(name) ?? null, ';'),
  };
  for (const member of USER_MEMBERS) known.set(member.field, valueOf(member, user, byName, found));
  return Object.fromEntries(USER_MEMBERS.map(({ name, field }) => [name, known.get(field) ?? null]));
}

function valueOf(
  { name, field, separator, attributes, columns = [], derive }: UserMember,
  user: ScriptUser,
  byName: ReadonlyMap<string, FieldValue>,
  found: Found,
): MemberValue {
  const aliases = [plainName(name), ...attributes, ...columns];
  const candidates = [user[field] ?? null, ...aliases.map((alias) => byName.get(alias) ?? null)];
  if (separator === undefined) {
    const set = candidates.map(textOf).find((text) => text !== '');
    return set ?? derive?.(found) ?? (derive === undefined ? '' : null);
  }
  const set = candidates.map((value) => listOf(value, separator)).find((list) => list.length > 0);
  return set ?? derive?.(found) ?? [];
}

/**
 * Values for LoginUser.Get: the user's attributes under their own names and, for members that are set, also
 * under their directory names. A null attribute means the user doesn't have it, even if a member is set.
 */
export function directoryAttributes(user: ScriptUser): Readonly<Record<string, FieldValue>> {
  const own = user.attributes ?? {};
  const aliases = USER_MEMBERS.flatMap(({ name, field, attributes }): [string, FieldValue][] => {
    const value = user[field];
    return value === undefined || value.length === 0
      ? []
      : [name.toLowerCase(), ...attributes].map((alias) => [alias, value]);
  });
  const taken = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  return {
    ...Object.fromEntries(aliases.toReversed().filter(([alias]) => !taken.has(alias))),
    ...own,
  };
}

/**
 * Values for LoginUser.GetGroupAttributeValues: names and distinguished names are derived from the groups.
 */
export function groupAttributes(user: ScriptUser): Readonly<Record<string, readonly string[]>> {
  const { GroupNames: names, GroupDNs: dns } = memberValues(user);
  const byName = ['cn', 'name', 'displayname', 'samaccountname'].map((name): [string, readonly string[]] => [
    name,
    listOf(names ?? null),
  ]);
  return {
    ...Object.fromEntries(byName),
    distinguishedname: listOf(dns ?? null),
    ...user.groupAttributes,
  };
}

function textOf(value: FieldValue): string {
  if (value === null) return '';
  return Array.isArray(value) ? textOf((value as readonly string[])[0] ?? null) : String(value);
}

function listOf(value: FieldValue, separator = ','): readonly string[] {
  if (value === null) return [];
  return Array.isArray(value) ? (value as readonly string[]) : split(String(value), separator);
}

const splitAtSpaces = (text: string): readonly string[] => split(text, ' ');

/** `zoe` for `zoe@acme.example` and `ACME\zoe`. */
const withoutDomain = (username: string): string => /[^\\]*$/.exec(username)?.[0].split('@')[0] ?? username;

const isDistinguishedName = (value: string): boolean => value.includes('=');

/** `Staff` for `CN=Staff,OU=Groups`; a comma may be escaped. */
const commonName = (dn: string): string =>
  (/^[^=]*=((?:[^,\\]|\\.)*)/.exec(dn)?.[1] ?? dn).replaceAll(/\\(.)/g, '$1');
