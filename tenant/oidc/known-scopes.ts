import { isRecord } from '../requests/request-members.ts';
import type { OAuthProfile } from '../management/oauth-profile.ts';

/** A scope and the paths of the tenant's API that its tokens may call. */
export interface KnownScope {
  readonly name: string;
  readonly description: string;
  /** Patterns: `*` matches any text. */
  readonly paths: readonly string[];
}

/**
 * Scopes defined by an admin: `KnownScopes: [{Scope, Description, AllowedRest}]` (compatibility, "consent,
 * scopes"). Invalid entries are skipped; `UpdateApplicationDE` rejects them.
 */
export function knownScopes(profile: OAuthProfile): readonly KnownScope[] {
  const entries = profile['KnownScopes'];
  if (!Array.isArray(entries)) return [];
  return entries.filter(isRecord).flatMap((entry): KnownScope[] => {
    const { Scope: name, Description: description, AllowedRest: allowed } = entry;
    if (typeof name !== 'string' || name === '') return [];
    const patterns = Array.isArray(allowed) ? allowed.filter((item) => typeof item === 'string') : [];
    return [
      {
        name,
        description: typeof description === 'string' ? description : '',
        paths: patterns.flatMap((pattern) => toPathPattern(pattern) ?? []),
      },
    ];
  });
}

/**
 * `SaasManage/.*`, `^/redrock/query$` and `/jobflow/*` as patterns of `matchesPath`: platforms read these as
 * regular expressions, of which admins only need "any text". Undefined for other expressions: they are not
 * executed, because one could run forever.
 */
export function toPathPattern(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replaceAll(/\.[*+]/g, '*')
    .replaceAll(/\\([./_-])/g, '$1');
  if (!/^[\w./~%*-]+$/.test(plain)) return undefined;
  return plain.startsWith('/') || plain.startsWith('*') ? plain : `/${plain}`;
}

/**
 * For service users that sign in without an application (our addition): the management API and the analytics
 * API. The sandbox controls are in neither.
 */
export const serviceScopes: readonly KnownScope[] = [
  {
    name: 'management',
    description: 'Read and change what its roles allow',
    paths: ['/SaasManage/*', '/RedRock/*', '/JobFlow/*', '/UPRest/*', '/TenantConfig/*'],
  },
  { name: 'analytics', description: 'Read and change webhooks', paths: ['/analytics/*'] },
];

/** The paths that a token with these scopes may call. */
export function pathsOf(known: readonly KnownScope[], scopes: readonly string[]): readonly string[] {
  return known.filter(({ name }) => scopes.includes(name)).flatMap(({ paths }) => paths);
}
