import { z } from 'zod';

/** The settable members of an application's record by their names; `OAuthProfile` is nested. */
export type Settings = Readonly<Record<string, JsonValue>>;
export type JsonValue = z.infer<ReturnType<typeof z.json>>;

/** Longest name of a member. */
const maxNameLength = 256;

/** Values come out of JSON and go into JSON: looking at each again would cost more than the rest of a plan. */
const jsonValueSchema = z.custom<JsonValue>((value) => value !== undefined && typeof value !== 'function');

export const settingsSchema = z.record(z.string().max(maxNameLength), jsonValueSchema);

/** What the desk has in places of their own, and what the tenant derives: never settings. */
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

/** Follow from the application itself and say where it is on the tenant: those of another one would be wrong. */
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

/** True for a member that no request may set: what the tenant derives, and what the desk sends under another name. */
export function isDerivedMember(name: string): boolean {
  return name.startsWith('_') || notSettings.has(name.toLowerCase());
}

/** True for what the tenant gives each application: sent back as it was read, and never copied to another one. */
export function isMemberOfTheInstance(path: string): boolean {
  return ofTheInstance.has(path.toLowerCase());
}

/**
 * The settable members of a record as the tenant names them, without those that are null: absent and null say the same.
 * Secrets stay as they stand in the record.
 */
export function settingsOf(record: Readonly<Record<string, unknown>>): Settings {
  const kept = Object.entries(record).filter(
    ([name, value]) =>
      value != null &&
      !isDerivedMember(name) &&
      !isMemberOfTheInstance(name) &&
      // It follows the name until somebody gives it another one.
      (name !== 'DisplayName' || value !== record['Name']),
  );
  const settings = Object.fromEntries(kept) as Record<string, JsonValue>;
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

/** The value at `Audience` or `OAuthProfile.Redirects`; undefined where there is none, which null means too. */
export function valueAt(settings: Readonly<Record<string, unknown>>, path: string): unknown {
  if (!path.includes('.')) return settings[path] ?? undefined;
  let value: unknown = settings;
  for (const name of path.split('.')) value = isMembers(value) ? value[name] : undefined;
  return value ?? undefined;
}

/** With this value there; without the member where it is undefined, and without its object where nothing is left. */
export function withValue(settings: Settings, path: string, value: JsonValue | undefined): Settings {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return withMember(settings, name, value);
  const within = settings[name];
  const inner = withValue(isMembers(within) ? within : {}, rest.join('.'), value);
  return withMember(settings, name, Object.keys(inner).length === 0 ? undefined : { ...inner });
}

function withMember(settings: Settings, name: string, value: JsonValue | undefined): Settings {
  if (value !== undefined) return { ...settings, [name]: value };
  const { [name]: _gone, ...others } = settings;
  return others;
}

function isMembers(value: unknown): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const secretMember = /(secret|password|passphrase|privatekey)$/i;

/** True for the name of a member whose value is a secret, such as `ClientSecret`, whether a tab shows it or not. */
export function isSecretMember(name: string): boolean {
  return secretMember.test(name);
}
