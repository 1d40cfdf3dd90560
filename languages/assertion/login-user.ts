import type { FieldValue, ScriptUser, UserField } from './script-input.ts';

type MemberValue = string | readonly string[] | null;

/** The members before one in the table, for the derivation of that one. */
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
  /** What stands between the values of a list where it is typed; absent for a text. Distinguished names hold commas. */
  readonly separator?: ',' | ';';
  /** Directory attributes with the same value (`plainName`), in the order in which they count. */
  readonly attributes: readonly string[];
  /** Other names that queries and files have for it, after the attributes. */
  readonly columns?: readonly string[];
  /** Where neither the member nor any of its attributes is set; an empty text or list where absent. */
  readonly derive?: (found: Found) => MemberValue;
}

/**
 * The properties of LoginUser, named as the platform's documentation and its application records
 * (`SamlAttributeValueOptions`) name them. A derivation reads what stands before it.
 */
export const USER_MEMBERS: readonly UserMember[] = [
  {
    name: 'Username',
    doc: 'User name. It becomes the subject name unless the script sets another.',
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
    doc: 'First name. Where the directory has none, the first word of DisplayName; null without a DisplayName.',
    field: 'firstName',
    attributes: ['givenname'],
    columns: ['forename'],
    derive: ({ text }) => words(text('displayName')).at(0) ?? null,
  },
  {
    name: 'LastName',
    doc: 'Last name. Where the directory has none, the last word of DisplayName; null without a DisplayName.',
    field: 'lastName',
    attributes: ['sn'],
    columns: ['surname', 'familyname'],
    derive: ({ text }) => words(text('displayName')).at(-1) ?? null,
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
    doc: 'ID of the user.',
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
    doc: 'User name in its canonical form.',
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
  { name: 'Description', doc: 'Description of the user.', field: 'description', attributes: [] },
  {
    name: 'Password',
    doc: 'Password for the application, in scripts of user-password applications.',
    field: 'password',
    attributes: [],
  },
  {
    name: 'ServiceType',
    doc: 'Type of the directory: CDS, ADProxy, LDAPProxy or FDS.',
    field: 'serviceType',
    attributes: [],
    derive: () => 'CDS',
  },
  { name: 'ServiceName', doc: 'Name of the directory.', field: 'serviceName', attributes: [] },
  {
    name: 'RoleNames',
    doc: 'List of the names of the user’s roles.',
    field: 'roleNames',
    separator: ',',
    attributes: [],
    columns: ['roles'],
  },
  {
    name: 'GroupDNs',
    doc: 'List of the distinguished names of the user’s groups.',
    field: 'groupDns',
    separator: ';',
    attributes: [],
    derive: ({ attribute }) => attribute('memberof').filter(isDistinguishedName),
  },
  {
    name: 'GroupNames',
    doc: 'List of the names of the user’s groups.',
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
    doc: 'The same list, from the name attribute of each group.',
    field: 'groupNames2',
    separator: ',',
    attributes: [],
    derive: ({ list }) => list('groupNames'),
  },
  {
    name: 'EffectiveGroupNames',
    doc: 'List of the names of the user’s groups, including nested ones.',
    field: 'effectiveGroupNames',
    separator: ',',
    attributes: [],
    derive: ({ list }) => list('groupNames'),
  },
  {
    name: 'EffectiveGroupDNs',
    doc: 'List of the distinguished names of the user’s groups, including nested ones.',
    field: 'effectiveGroupDns',
    separator: ';',
    attributes: [],
    derive: ({ list }) => list('groupDns'),
  },
];

/** A name as columns and attributes are compared: `First Name`, `first_name` and `FirstName` are one. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

export function split(value: string, separator: string): readonly string[] {
  return value
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** The member that a column or an attribute of this name fills; undefined for an attribute of the user's own. */
export function memberOf(name: string): UserMember | undefined {
  const plain = plainName(name);
  return (
    USER_MEMBERS.find((member) => plainName(member.name) === plain) ??
    USER_MEMBERS.find(({ attributes, columns = [] }) => [...attributes, ...columns].includes(plain))
  );
}

/** What LoginUser has under each of its names. */
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
 * What LoginUser.Get answers: the user's attributes under their own names and, where a member is set, also under the names
 * that directories have for it. A null attribute is one that the user does not have, whatever the members say.
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

/** What LoginUser.GetGroupAttributeValues answers: names and distinguished names are known without being given. */
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

const words = (text: string): readonly string[] => split(text, ' ');

/** `zoe` of `zoe@acme.example` and of `ACME\zoe`. */
const withoutDomain = (username: string): string => /[^\\]*$/.exec(username)?.[0].split('@')[0] ?? username;

const isDistinguishedName = (value: string): boolean => value.includes('=');

/** `Staff` of `CN=Staff,OU=Groups`; a comma may be escaped. */
const commonName = (dn: string): string =>
  (/^[^=]*=((?:[^,\\]|\\.)*)/.exec(dn)?.[1] ?? dn).replaceAll(/\\(.)/g, '$1');
