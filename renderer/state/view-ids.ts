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

/** What the router needs to know of a view. */
export type AddressedView = (
  | { readonly scope: 'tenant'; readonly id: TenantView }
  | { readonly scope: 'global'; readonly id: GlobalView }
) & {
  /** Its former ID, so that saved links keep working. */
  readonly formerId?: string;
};

/** Props of a view of one tenant: the tenant, and the rest of the URL. */
export type TenantViewProps = {
  readonly tenantId: string;
  readonly rest: readonly string[];
};

/** Props of a view of the whole installation: the rest of the URL. */
export type GlobalViewProps = {
  readonly rest: readonly string[];
};
