import type { GlobalView, TenantView } from '../../contract/links/view-ids.ts';

export type { GlobalView, TenantView };

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
