import type { FieldValue, ScriptInput, ScriptUser } from './script-input.ts';
import type { ScriptTarget } from './script-functions.ts';

/** A property of a made-up user as a person types it; an empty value is one that the user does not have. */
export interface BenchProperty {
  readonly name: string;
  readonly value: string;
}

/** Properties that a script finds as members of LoginUser and not through Get. */
const texts: Readonly<Record<string, keyof ScriptUser>> = {
  username: 'username',
  displayname: 'displayName',
  firstname: 'firstName',
  lastname: 'lastName',
  email: 'email',
  uuid: 'uuid',
  servicetype: 'serviceType',
  servicename: 'serviceName',
};
/** Lists, and what stands between their values: distinguished names hold commas. */
const lists: Readonly<Record<string, { readonly member: keyof ScriptUser; readonly separator: string }>> = {
  rolenames: { member: 'roleNames', separator: ',' },
  groupnames: { member: 'groupNames', separator: ',' },
  groupdns: { member: 'groupDns', separator: ';' },
};

/** The properties that every user of a bench has, in the spelling of the members of LoginUser. */
export const BENCH_PROPERTIES = [
  'Username',
  'DisplayName',
  'FirstName',
  'LastName',
  'Email',
  'RoleNames',
  'GroupNames',
] as const;

/** What stands between the values of a list property; undefined for a property with one value. */
export function listSeparator(property: string): string | undefined {
  return lists[property.toLowerCase()]?.separator;
}

/** The user whom a script sees. Names are matched without regard to case, the last of two equal ones counts. */
export function benchUser(properties: readonly BenchProperty[]): ScriptUser {
  const members: Partial<Record<keyof ScriptUser, string | readonly string[]>> = {};
  const attributes: Record<string, FieldValue> = {};
  for (const { name, value } of properties) {
    const key = name.trim().toLowerCase();
    const list = lists[key];
    const member = texts[key];
    if (list !== undefined) members[list.member] = split(value, list.separator);
    else if (member !== undefined) members[member] = value;
    if (value !== '') attributes[name.trim()] = list === undefined ? value : split(value, list.separator);
  }
  return { username: '', ...members, attributes } as ScriptUser;
}

function split(value: string, separator: string): readonly string[] {
  return value
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** What a script runs on at the bench: a made-up user, and the application as the tenant has it. */
export function benchInput(
  properties: readonly BenchProperty[],
  record: Readonly<Record<string, unknown>>,
): ScriptInput {
  const application: Record<string, FieldValue> = {};
  for (const [name, value] of Object.entries(record)) {
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      application[name] = value as FieldValue;
    }
  }
  return {
    user: benchUser(properties),
    application,
    issuer: firstText(record, ['Issuer']),
    serviceUrl: firstText(record, ['ACSUrl', 'AssertionConsumerServiceUrl', 'ServiceUrl', 'Url']),
  };
}

function firstText(record: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** What the script of an application shapes, by the type that the tenant names; undefined where it shapes neither. */
export function scriptTargetOf(applicationType: string): Exclude<ScriptTarget, 'any'> | undefined {
  if (/saml|ws-?fed/i.test(applicationType)) return 'saml';
  return /openid|oauth/i.test(applicationType) ? 'token' : undefined;
}
