import type { Provider } from 'oidc-provider';
import { isNavigation, privatePathOf } from '../http/private-path.ts';

/**
 * Limits the session cookie to the private path of a browser; the cookies of one sign-in already have their
 * own path. A browser without such a path gets none: it would send the cookie to every port of this host.
 */
export function makeSessionsPrivate(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const name = provider.cookieName('session');
    const isOfSession = (cookie: string): boolean =>
      cookie.startsWith(`${name}=`) || cookie.startsWith(`${name}.sig=`);
    const cookies = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String);
    const path = privatePathOf(ctx.req);
    if (!cookies.some(isOfSession) || (path === '' && !isNavigation(ctx.req))) return;
    const adjusted =
      path === ''
        ? cookies.filter((cookie) => !isOfSession(cookie))
        : cookies.map((cookie) =>
            isOfSession(cookie) ? cookie.replace(/; path=\/(?=;|$)/i, `; path=${path}`) : cookie,
          );
    if (adjusted.length === 0) ctx.res.removeHeader('set-cookie');
    else ctx.res.setHeader('set-cookie', adjusted);
  });
}
