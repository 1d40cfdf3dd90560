import { isSecretMember } from '../../../contract/applications/application-settings.ts';
import type { JsonValue } from '../../../contract/applications/application-settings.ts';
import { isJsonWebKey, isPrivateKeyMember } from '../../../contract/values/private-key-members.ts';
import { holdsPrivateKey } from '../../../contract/applications/key-set.ts';
import { hiddenMark } from '../../../contract/values/placeholder.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';

/**
 * Returns the replacement for a secret member; undefined omits the member. `path` includes list indexes: `OAuthProfile.ClientSecret`,
 * `Keys.0.PrivateKey`. `key`: the private part of a JSON Web Key, which is never stored anywhere.
 */
export type ReplaceSecret = (value: string, path: string, of?: 'key') => string | undefined;

/** A record with all secrets replaced, at any depth. */
export function mapSecrets(
  record: Readonly<Record<string, unknown>>,
  replace: ReplaceSecret,
  within = '',
): Record<string, JsonValue> {
  // Called for every member of every application, and most aren't secret: uses a loop, and builds paths only when needed.
  const mapped: (readonly [string, JsonValue])[] = [];
  const isKey = isJsonWebKey(record);
  for (const [name, value] of Object.entries(record)) {
    if (isKey && value != null && isPrivateKeyMember(name)) {
      // Any type: `oth` is a list of private values.
      const replaced = replace(
        typeof value === 'string' ? value : formatExact(value),
        `${within}${name}`,
        'key',
      );
      if (replaced !== undefined) mapped.push([name, replaced]);
    } else if (typeof value === 'object' && value !== null) {
      mapped.push([name, mapWithin(value, replace, `${within}${name}`)]);
    } else if (typeof value === 'string' && value !== '' && isSecretMember(name)) {
      const replaced = replace(value, `${within}${name}`);
      if (replaced !== undefined) mapped.push([name, replaced]);
    } else if (typeof value === 'string' && keyMember.test(name) && holdsPrivateKey(value)) {
      const replaced = replace(value, `${within}${name}`, 'key');
      if (replaced !== undefined) mapped.push([name, replaced]);
    } else {
      // Records are parsed from JSON.
      mapped.push([name, value as JsonValue]);
    }
  }
  return Object.fromEntries(mapped);
}

/** Members where a private key may be pasted by mistake, as text that isn't JSON yet. */
const keyMember = /^jwks/i;

function mapWithin(value: unknown, replace: ReplaceSecret, path: string): JsonValue {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => mapWithin(item, replace, `${path}.${index}`));
  if (typeof value === 'object' && value !== null) return mapSecrets({ ...value }, replace, `${path}.`);
  // What a tenant answers was parsed from JSON.
  return value as JsonValue;
}

const mask = /^[•●∙·*.]{3,}$/u;

/** True for a tenant's mask of a secret, which must never be sent. */
export function isMasked(value: string): boolean {
  return mask.test(value);
}

/** With secrets replaced by a constant, for records whose secrets aren't compared. */
export function withoutSecrets(record: Readonly<Record<string, unknown>>): Record<string, JsonValue> {
  return mapSecrets(record, () => hiddenMark);
}
