import type { JsonValue } from './application-settings.ts';
import { isRecord, isText, isTexts } from '../values/guard.ts';
import { shortened } from '../values/shortened.ts';

/** A scope defined by an application, and the paths of the tenant's API that its tokens may call. */
export interface KnownScope {
  readonly name: string;
  readonly description: string;
  /** Path patterns such as `/SaasManage/*`. */
  readonly paths: readonly string[];
}

/**
 * Parses `KnownScopes: [{Scope, Description, AllowedRest}]`; undefined for any other shape. Source: compatibility notes,
 * "consent, scopes".
 */
export function knownScopesIn(value: unknown): readonly KnownScope[] | undefined {
  if (value == null || value === '') return [];
  if (!Array.isArray(value)) return undefined;
  const scopes = value.map((entry: unknown): KnownScope | undefined => {
    if (!isRecord(entry)) return undefined;
    const { Scope: name, Description: description = '', AllowedRest: paths = [] } = entry;
    const isFit =
      isText(name) && (isText(description) || description === null) && (isTexts(paths) || paths === null);
    return isFit ? { name, description: description ?? '', paths: paths ?? [] } : undefined;
  });
  return scopes.every((scope) => scope !== undefined) ? scopes : undefined;
}

/** Scopes in the shape of the member; other members of each entry, which aren't shown, are preserved. */
export function knownScopesAs(before: unknown, scopes: readonly KnownScope[]): JsonValue {
  const known = new Map(
    (Array.isArray(before) ? before : []).flatMap((entry: unknown) =>
      isRecord<JsonValue>(entry) && isText(entry['Scope']) ? [[entry['Scope'], entry] as const] : [],
    ),
  );
  return scopes.map(({ name, description, paths }) => ({
    ...known.get(name),
    Scope: name,
    Description: description,
    AllowedRest: [...paths],
  }));
}

/** Source of the characters of a scope: RFC 6749 section 3.3. */
export const isScopeName = (text: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text);

/** Why a tenant would reject these scopes, and what to do. */
export function problemOfKnownScopes(value: unknown): string | undefined {
  const scopes = knownScopesIn(value);
  if (scopes === undefined) return 'The scopes have an unknown format. Edit them where they were created.';
  const names = new Set<string>();
  for (const { name, paths } of scopes) {
    if (name.trim() === '') return 'A scope has no name. Enter one or remove the row.';
    if (!isScopeName(name))
      return `“${shortened(name)}” can’t be a scope. Use letters, digits and punctuation, without spaces or quotes.`;
    if (names.has(name)) return `Duplicate scope: “${shortened(name)}”. Merge the two rows.`;
    names.add(name);
    const wrong = paths.find((path) => /\s/.test(path) || path === '');
    if (wrong !== undefined)
      return `“${shortened(wrong)}” can’t be a path of ${name}. Example: /SaasManage/*`;
  }
  return undefined;
}
