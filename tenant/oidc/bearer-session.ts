import type { IncomingMessage } from 'node:http';
import type { Provider } from 'oidc-provider';

/** Authentication method of a service user with a bearer token. It isn't registered anywhere: our choice. */
export const BEARER_METHOD = 'bearer';

interface BearerSessions {
  /** Makes this one request a request of that user. */
  open(request: IncomingMessage, userId: string): void;
}

/**
 * Lets a request with a bearer token act as a signed-in browser at the authorization endpoint, for service
 * users, which have none (compatibility, "service users"). The session lasts as long as the request.
 */
export function createBearerSessions(provider: Provider): BearerSessions {
  const users = new WeakMap<IncomingMessage, string>();
  const { Session } = provider;
  const get = Session.get;
  Session.get = async function getOrOpen(ctx) {
    const userId = users.get(ctx.req);
    const session = await get.call(this, ctx);
    if (userId === undefined) return session;
    session.loginAccount({
      accountId: userId,
      amr: [BEARER_METHOD],
      transient: true,
      loginTs: Math.floor(Date.now() / 1000),
    });
    return session;
  };
  return {
    open(request, userId) {
      // It may belong to another user of the same HTTP client.
      delete request.headers.cookie;
      users.set(request, userId);
    },
  };
}
