/** Constants of offline sync that a page needs before it loads anything else. */

/** What is synced for an offline tenant, in this order. */
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

/** Maximum cached bytes per tenant, and for its icons, of which the newest stay. */
export const maxCachedBytes = 512 * 1024 * 1024;
export const maxIconBytes = 32 * 1024 * 1024;
