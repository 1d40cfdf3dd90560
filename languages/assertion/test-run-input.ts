import { memberOf, plainName, split } from './login-user.ts';
import type { FieldValue, ScriptInput, ScriptUser, UserField } from './script-input.ts';
import type { ScriptTarget } from './script-functions.ts';

/** A property of a test user as typed; an empty value means the user doesn't have it. */
export interface TestUserProperty {
  readonly name: string;
  readonly value: string;
}

/** The properties of every test user, spelled like the members of LoginUser. */
export const TEST_USER_PROPERTIES = [
  'Username',
  'DisplayName',
  'FirstName',
  'LastName',
  'Email',
  'RoleNames',
  'GroupNames',
] as const;

/** What a property provides: `Request.wtrealm` for Request, `Group.mail` for GetGroupAttributeValues. */
const prefixes = { request: 'request.', group: 'group.' } as const;

/** Separator between the values of a list property; undefined for a single-valued property. */
export function listSeparator(property: string): string | undefined {
  const name = property.trim().toLowerCase();
  if (name.startsWith(prefixes.group)) return ',';
  if (plainName(name) === 'memberof') return ';';
  const member = memberOf(name);
  return member !== undefined && isNamed(member.name, name) ? member.separator : undefined;
}

/** The user that a script sees. Names are case-insensitive, and the last of two equal names wins. */
export function testUserToScriptUser(properties: readonly TestUserProperty[]): ScriptUser {
  const members: Partial<Record<UserField, string | readonly string[]>> = {};
  const attributes: Record<string, FieldValue> = {};
  const groupAttributes: Record<string, readonly string[]> = {};
  for (const { name: typed, value } of properties) {
    const name = typed.trim();
    if (hasPrefix(name, prefixes.request)) continue;
    const separator = listSeparator(name);
    const read = separator === undefined ? value : split(value, separator);
    if (hasPrefix(name, prefixes.group)) {
      groupAttributes[name.slice(prefixes.group.length)] = split(value, ',');
      continue;
    }
    const member = memberOf(name);
    if (member !== undefined && isNamed(member.name, name)) members[member.field] = read;
    attributes[name] = value === '' ? null : read;
  }
  return { username: '', ...members, attributes, groupAttributes } as ScriptUser;
}

/** Input of a test run: a test user, and the application as configured on the tenant. */
export function testRunInput(
  properties: readonly TestUserProperty[],
  record: Readonly<Record<string, unknown>>,
): ScriptInput {
  const application: Record<string, FieldValue> = {};
  for (const [name, value] of Object.entries(record)) {
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      application[name] = value as FieldValue;
    }
  }
  const request = properties.flatMap(({ name, value }): [string, string][] =>
    hasPrefix(name.trim(), prefixes.request) && value !== ''
      ? [[name.trim().slice(prefixes.request.length), value]]
      : [],
  );
  return {
    user: testUserToScriptUser(properties),
    application,
    issuer: firstText(record, ['Issuer']),
    serviceUrl: firstText(record, ['ACSUrl', 'AssertionConsumerServiceUrl', 'ServiceUrl', 'Url']),
    request: Object.fromEntries(request),
  };
}

const isNamed = (member: string, name: string): boolean => member.toLowerCase() === name.toLowerCase();
const hasPrefix = (name: string, prefix: string): boolean => name.toLowerCase().startsWith(prefix);

function firstText(record: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** What an application's script builds, by the type from the tenant; undefined if neither applies. */
export function scriptTargetOf(applicationType: string): Exclude<ScriptTarget, 'any'> | undefined {
  if (/saml|ws-?fed/i.test(applicationType)) return 'saml';
  return /openid|oauth/i.test(applicationType) ? 'token' : undefined;
}
