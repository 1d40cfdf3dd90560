import { isSecretMember } from '../../../contract/applications/application-settings.ts';
import type { JsonValue } from '../../../contract/applications/application-settings.ts';
import { isJsonWebKey, isPrivateKeyMember } from '../../../contract/values/private-key-members.ts';
import { holdsPrivateKey } from '../../../contract/applications/key-set.ts';
import { hiddenMark } from '../../../contract/values/placeholder.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';

/**
 * Answers what stands in the place of a secret member's value; undefined leaves the member out. `path` is that of the
 * member, its place in a list included: `OAuthProfile.ClientSecret`, `Keys.0.PrivateKey`. `key`: it is the private part of a JSON Web Key, which is
 * never stored anywhere.
 */
export type ReplaceSecret = (value: string, path: string, of?: 'key') => string | undefined;

/** A record with every secret in it replaced, however deep it stands. */
export function mapSecrets(
  record: Readonly<Record<string, unknown>>,
  replace: ReplaceSecret,
  within = '',
): Record<string, JsonValue> {
  // Every member of every application passes here, and most are no secret: a loop, and paths only where they are told.
  const mapped: (readonly [string, JsonValue])[] = [];
  const isKey = isJsonWebKey(record);
  for (const [name, value] of Object.entries(record)) {
    if (isKey && value != null && isPrivateKeyMember(name)) {
      // Of whatever shape: `oth` is a list of private values.
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
      // What a tenant answers was parsed from JSON.
      mapped.push([name, value as JsonValue]);
    }
  }
  return Object.fromEntries(mapped);
}

/** Where a private key may be pasted by mistake, as text that is no JSON yet. */
const keyMember = /^jwks/i;

function mapWithin(value: unknown, replace: ReplaceSecret, path: string): JsonValue {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => mapWithin(item, replace, `${path}.${index}`));
  if (typeof value === 'object' && value !== null) return mapSecrets({ ...value }, replace, `${path}.`);
  // What a tenant answers was parsed from JSON.
  return value as JsonValue;
}

const mask = /^[•●∙·*.]{3,}$/u;

/** True for what a tenant answers in the place of a secret that it does not tell. It must never be sent. */
export function isMasked(value: string): boolean {
  return mask.test(value);
}

/** Without the secrets and without what tells whether two are the same: for records that are only compared. */
export function withoutSecrets(record: Readonly<Record<string, unknown>>): Record<string, JsonValue> {
  return mapSecrets(record, () => hiddenMark);
}
