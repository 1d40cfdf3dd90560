import { createHash, timingSafeEqual } from 'node:crypto';

/** Milliseconds during which a link's token may be used, once. */
export const tokenLifetime = 10 * 60_000;
/** Milliseconds after its last use at which a session ends. */
const sessionLifetime = 12 * 60 * 60_000;

export interface Access {
  /** Makes the token of a new link; a link that was not used yet goes void. */
  issueToken(): string;
  /** The new session's key for a valid token, which is spent; undefined for any other. */
  redeemToken(token: string): string | undefined;
  /** True for the cookie header of a request that belongs to a session under way. */
  isAdmitted(cookieHeader: string | undefined): boolean;
  /** The `Set-Cookie` header that carries the session. */
  sessionCookie(sessionKey: string): string;
}

export interface AccessOptions {
  /** Browsers share cookies between the ports of a host, so that the name tells the port. */
  readonly port: number;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

/**
 * Who may speak to the browser host: whoever came by a link that was printed on the terminal, and has kept the
 * cookie that its token was exchanged for. Secrets are compared by their digests, in constant time.
 */
export function createAccess({ port, now, randomBytes }: AccessOptions): Access {
  const cookieName = `tenant-desk-${port}`;
  const sessions: { readonly digest: Buffer; lastUsed: number }[] = [];
  let pending: { readonly digest: Buffer; readonly expiresAt: number } | undefined;

  function newSecret(): string {
    return Buffer.from(randomBytes(32)).toString('base64url');
  }

  function findSession(sessionKey: string): (typeof sessions)[number] | undefined {
    const digest = digestOf(sessionKey);
    return sessions.filter((session) => timingSafeEqual(session.digest, digest)).at(0);
  }

  return {
    issueToken() {
      const token = newSecret();
      pending = { digest: digestOf(token), expiresAt: now() + tokenLifetime };
      return token;
    },
    redeemToken(token) {
      const digest = digestOf(token);
      if (pending === undefined || !timingSafeEqual(pending.digest, digest)) return undefined;
      const isExpired = now() >= pending.expiresAt;
      pending = undefined;
      if (isExpired) return undefined;
      const sessionKey = newSecret();
      sessions.push({ digest: digestOf(sessionKey), lastUsed: now() });
      return sessionKey;
    },
    isAdmitted(cookieHeader) {
      const sessionKey = readCookie(cookieHeader, cookieName);
      const session = sessionKey === undefined ? undefined : findSession(sessionKey);
      if (session === undefined) return false;
      if (now() - session.lastUsed >= sessionLifetime) {
        sessions.splice(sessions.indexOf(session), 1);
        return false;
      }
      session.lastUsed = now();
      return true;
    },
    sessionCookie(sessionKey) {
      return `${cookieName}=${sessionKey}; Path=/; HttpOnly; SameSite=Strict`;
    },
  };
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
}
