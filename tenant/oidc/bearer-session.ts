import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { AccessTokenClaims } from '../tenant-context.ts';

/**
 * Lets a request to the authorization endpoint that carries a bearer token act as a signed-in browser, for
 * programs without one (compatibility, "service users"): gives it a session of its own, by cookie.
 */
export async function actAsSignedIn(
  provider: Provider,
  cookieKey: string,
  request: IncomingMessage,
  claims: AccessTokenClaims,
): Promise<void> {
  const session = new provider.Session();
  session.loginAccount({
    accountId: claims.subject,
    amr: ['bearer'],
    transient: true,
    loginTs: Math.floor(Date.now() / 1000),
  });
  await session.save(300);
  const name = provider.cookieName('session');
  const cookie = `${name}=${session.jti}`;
  // As the cookies library of the provider signs: HMAC-SHA1 of `name=value`, base64url.
  const signature = createHmac('sha1', cookieKey).update(cookie).digest('base64url');
  request.headers.cookie = `${cookie}; ${name}.sig=${signature}`;
}
