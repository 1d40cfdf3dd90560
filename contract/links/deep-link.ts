import type { GlobalView, TenantView } from './view-ids.ts';

/** Links of the form `tenant-desk://open/applications/ID?tenant=https%3A%2F%2Facme.example`. They open a view, and never act. */
export const deepLinkScheme = 'tenant-desk';

/** Longer links are rejected before they are read. */
export const maxDeepLinkLength = 2048;

/** How many parts of the URL behind the view a link may have: what they name is opened, and nothing else. */
export const maxLinkParts: Readonly<Record<TenantView | GlobalView, number>> = {
  overview: 0,
  applications: 3,
  catalog: 1,
  roles: 2,
  origins: 0,
  configuration: 0,
  queries: 1,
  procedures: 2,
  webhooks: 2,
  migration: 1,
  drafts: 0,
  history: 1,
  tenants: 0,
  settings: 1,
};

/** What a link opens. */
export type LinkTarget =
  | {
      readonly scope: 'tenant';
      /** The tenant's URL or name: IDs of tenants differ between installations. */
      readonly tenant: string;
      readonly view: TenantView;
      readonly rest: readonly string[];
    }
  | { readonly scope: 'global'; readonly view: GlobalView; readonly rest: readonly string[] };

/** Forms and dialogs instead of items. */
const reserved = /^(new(:.*)?|edit|deleted|pin|user)$/;

/** Whether this part can be in a link: one visible name, without what could lead out of its place in a URL. */
export function isLinkPart(part: string): boolean {
  return /^[^\p{C}\p{Zl}\p{Zp}/\\]{1,256}$/u.test(part) && !/^\.{1,2}$/.test(part) && !reserved.test(part);
}

/** The link to a view or an item; undefined if no link can name it. */
export function deepLinkOf(target: LinkTarget): string | undefined {
  if (target.rest.length > maxLinkParts[target.view] || !target.rest.every(isLinkPart)) return undefined;
  const path = [target.view, ...target.rest].map(encodeURIComponent).join('/');
  const query = target.scope === 'tenant' ? `?tenant=${encodeURIComponent(target.tenant)}` : '';
  const link = `${deepLinkScheme}://open/${path}${query}`;
  return link.length > maxDeepLinkLength ? undefined : link;
}

/** How a link names the tenant: by its URL, except embedded tenants, whose URL is new at every start. */
export function linkedTenantOf(tenant: {
  readonly baseUrl: string;
  readonly name: string;
  readonly isSandbox: boolean;
}): string {
  return tenant.isSandbox ? tenant.name : tenant.baseUrl;
}
