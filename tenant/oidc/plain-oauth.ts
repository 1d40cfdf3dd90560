import type { StoredApplication } from '../management/application-record.ts';

/** Parameters of OpenID Connect, which are meaningless in plain OAuth requests. */
const OPENID_PARAMETERS = [
  'nonce',
  'max_age',
  'id_token_hint',
  'acr_values',
  'claims',
  'claims_locales',
] as const;

/**
 * Removes OpenID Connect parameters from an authorization request without the scope `openid`: parameters
 * without a meaning are ignored (RFC 6749 section 3.1). Otherwise the provider library rejects the request
 * for them, before anything reports that the scope is wrong.
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

/**
 * Whether an application may be signed in to without OpenID Connect: the catalog's OAuth kinds (our choice).
 */
export function mayDoWithoutOpenId(application: StoredApplication | undefined): boolean {
  return application?.kind === 'OAuth' || application?.kind === 'OAuthClient';
}
