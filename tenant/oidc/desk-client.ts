import type { AdapterPayload } from 'oidc-provider';

/** The preregistered public client of Tenant Desk (or any native client on this machine). */
export const DESK_CLIENT_ID = 'tenant-desk';

/**
 * A native client without a secret: PKCE, refresh tokens, and loopback redirects on any port and path (RFC
 * 8252 section 7.3; `admitLoopbackRedirects` allows any path).
 */
export const deskClient: AdapterPayload = {
  client_id: DESK_CLIENT_ID,
  client_name: 'Tenant Desk',
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback', 'http://localhost/callback'],
  post_logout_redirect_uris: ['http://127.0.0.1/signed-out', 'http://localhost/signed-out'],
};

/** Whether the text is a loopback http URL without a fragment. */
export function isLoopbackRedirect(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    url.protocol === 'http:' &&
    url.hash === '' &&
    ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  );
}
