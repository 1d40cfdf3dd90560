/** What a page has to know of keeping tenants offline before it loads anything else of it. */

/** What is read of a tenant that is kept offline, in the order in which it is. */
export const offlineKinds = [
  'applications',
  'catalog',
  'roles',
  'origins',
  'configuration',
  'webhooks',
  'role-applications',
  'role-members',
  'records',
  'scripts',
  'certificates',
  'icons',
] as const;

/** Most bytes that are kept of one tenant; and of its icons, of which the newest stay. */
export const maxCachedBytes = 512 * 1024 * 1024;
export const maxIconBytes = 32 * 1024 * 1024;
