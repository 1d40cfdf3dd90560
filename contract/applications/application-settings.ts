import { z } from 'zod';

/** The settable members of an application record by name; `OAuthProfile` is nested. */
export type Settings = Readonly<Record<string, JsonValue>>;
export type JsonValue = z.infer<ReturnType<typeof z.json>>;

/** Maximum length of a member name. */
const maxNameLength = 256;

/** Values come from JSON and go to JSON: validating each again would cost more than the rest of a plan. */
const jsonValueSchema = z.custom<JsonValue>((value) => value !== undefined && typeof value !== 'function');

export const settingsSchema = z.record(z.string().max(maxNameLength), jsonValueSchema);

/** Members that Tenant Desk handles separately or that the tenant derives: never settings. */
const notSettings = new Set([
  'id',
  'name',
  'description',
  'icon',
  'iconuri',
  'script',
  'samlscript',
  'openidconnectscript',
  'scriptmodified',
  'approles',
  'apptype',
  'webapptype',
  'apptypedisplayname',
  'templatename',
]);

/** Members that identify this application on the tenant; copying them to another application would be wrong. */
const ofTheInstance = new Set([
  'issuer',
  'idpmetadataurl',
  'signinurl',
  'signouturl',
  'errorurl',
  'thumbprint',
  'oauthprofile.clientid',
  'oauthprofile.issuer',
  'oauthprofile.metadataurl',
]);

/** True for a member that no request may set: derived by the tenant, or sent by Tenant Desk under another name. */
export function isDerivedMember(name: string): boolean {
  return name.startsWith('_') || notSettings.has(name.toLowerCase());
}

/** True for members that the tenant assigns to each application: sent back unchanged, never copied to another application. */
export function isMemberOfTheInstance(path: string): boolean {
  return ofTheInstance.has(path.toLowerCase());
}

/**
 * The settable members of a record under the tenant's names, without null members: absent and null mean the same. Secrets stay
 * as they are in the record.
 */
export function settingsOf(record: Readonly<Record<string, unknown>>): Settings {
  const settable = Object.entries(record).filter(
    ([name, value]) =>
      value != null &&
      !isDerivedMember(name) &&
      !isMemberOfTheInstance(name) &&
      // It equals the name until someone changes it.
      (name !== 'DisplayName' || value !== record['Name']),
  );
  const settings = Object.fromEntries(settable) as Record<string, JsonValue>;
  const profile = settings[profileName];
  return isMembers(profile) ? { ...settings, [profileName]: withoutInstance(profile) } : settings;
}

const profileName = 'OAuthProfile';

function withoutInstance(profile: Readonly<Record<string, JsonValue>>): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(profile).filter(
      ([name, value]) => value != null && !isMemberOfTheInstance(`${profileName}.${name}`),
    ),
  );
}

/** The value at a path such as `Audience` or `OAuthProfile.Redirects`; undefined if absent or null. */
export function valueAt(settings: Readonly<Record<string, unknown>>, path: string): unknown {
  if (!path.includes('.')) return settings[path] ?? undefined;
  let value: unknown = settings;
  for (const name of path.split('.')) value = isMembers(value) ? value[name] : undefined;
  return value ?? undefined;
}

/** Sets the value at a path; undefined removes the member, and its parent object if that becomes empty. */
export function withValue(settings: Settings, path: string, value: JsonValue | undefined): Settings {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return withMember(settings, name, value);
  const within = settings[name];
  const inner = withValue(isMembers(within) ? within : {}, rest.join('.'), value);
  return withMember(settings, name, Object.keys(inner).length === 0 ? undefined : { ...inner });
}

function withMember(settings: Settings, name: string, value: JsonValue | undefined): Settings {
  if (value !== undefined) return { ...settings, [name]: value };
  const { [name]: _removed, ...others } = settings;
  return others;
}

function isMembers(value: unknown): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const secretMember = /(secret|password|passphrase|privatekey)$/i;

/** True for the name of a secret member such as `ClientSecret`, whether or not a tab shows it. */
export function isSecretMember(name: string): boolean {
  return secretMember.test(name);
}
