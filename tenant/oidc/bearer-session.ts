import type { IncomingMessage } from 'node:http';
import type { Provider } from 'oidc-provider';

/** How a service user with a bearer token was authenticated. It stands in no registry: ours. */
export const BEARER_METHOD = 'bearer';

interface BearerSessions {
  /** Makes this one request a request of that user. */
  open(request: IncomingMessage, userId: string): void;
}

/**
 * Lets a request to the authorization endpoint that carries a bearer token act as a signed-in browser, for service users,
 * which have none (compatibility, "service users"). The session lasts as long as the request.
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
      // Of whoever else has a session in this client of HTTP.
      delete request.headers.cookie;
      users.set(request, userId);
    },
  };
}
