/**
 * The views of one tenant; each ID is also the first part of the URL after the tenant, and a folder of
 * `renderer/features`.
 */
export const tenantViewIds = [
  'overview',
  'applications',
  'catalog',
  'roles',
  'origins',
  'configuration',
  'queries',
  'procedures',
  'webhooks',
  'migration',
] as const;

/** The views of the whole installation. */
export const globalViewIds = ['drafts', 'history', 'tenants', 'settings'] as const;

export type TenantView = (typeof tenantViewIds)[number];
export type GlobalView = (typeof globalViewIds)[number];
