import type { StoredApplication } from '../management/application-record.ts';

/** Parameters of OpenID Connect, which mean nothing to a request that is none. */
const OPENID_PARAMETERS = [
  'nonce',
  'max_age',
  'id_token_hint',
  'acr_values',
  'claims',
  'claims_locales',
] as const;

/**
 * A request to the authorization endpoint without the scope `openid`, without what is only read with it: parameters
 * without a meaning are ignored (RFC 6749 section 3.1). The provider library refuses such a request for them, before
 * anybody says that it is the scope that is wrong.
 */
export function asPlainOAuth(url: string): string {
  const mark = url.indexOf('?');
  if (mark === -1) return url;
  const query = new URLSearchParams(url.slice(mark));
  const isOpenId = query.getAll('scope').some((scope) => scope.split(' ').includes('openid'));
  if (isOpenId || !OPENID_PARAMETERS.some((name) => query.has(name))) return url;
  for (const name of OPENID_PARAMETERS) query.delete(name);
  return `${url.slice(0, mark)}?${query.toString()}`;
}

/** Whether an application may be signed in to without OpenID Connect: those of the catalog's OAuth kinds (ours). */
export function mayDoWithoutOpenId(application: StoredApplication | undefined): boolean {
  return application?.kind === 'OAuth' || application?.kind === 'OAuthClient';
}
