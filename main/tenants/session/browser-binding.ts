import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Binds a sign-in to the browser that Tenant Desk opened. That browser first loads a one-time page, which sets a cookie for the
 * callback; a callback without the cookie came from another browser, even if it knows the state. Source: RFC 9700, section 4.7.
 */
export interface BrowserBinding {
  /** Issues the token of a new start page; invalidates an unused one. */
  issueToken(): string;
  /** Consumes the token and returns the cookie to set; undefined for any other token. */
  redeemToken(token: string): string | undefined;
  /** True for the `Cookie` header of a browser that loaded a start page. */
  isBound(cookieHeader: string | undefined): boolean;
  /** The `Set-Cookie` value that removes the cookie. */
  readonly removeCookie: string;
}

export interface BrowserBindingOptions {
  /** The only path that the cookie is sent to. */
  readonly path: string;
  readonly maxAgeSeconds: number;
}

/** Maximum number of bound browsers; a browser's new cookie replaces its previous one. */
const maxBrowsers = 16;

export function createBrowserBinding({ path, maxAgeSeconds }: BrowserBindingOptions): BrowserBinding {
  // Cookies are shared by all ports of 127.0.0.1, so the name must be unique.
  const name = `tenant-desk-${randomBytes(8).toString('hex')}`;
  // Lax, not Strict: the callback is a navigation from the provider's site.
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax`;
  let pending: Buffer | undefined;
  let bound: readonly Buffer[] = [];

  return {
    issueToken() {
      const token = newSecret();
      pending = digestOf(token);
      return token;
    },
    redeemToken(token) {
      if (pending === undefined || !timingSafeEqual(pending, digestOf(token))) return undefined;
      pending = undefined;
      const secret = newSecret();
      bound = [...bound, digestOf(secret)].slice(-maxBrowsers);
      return `${name}=${secret}; ${attributes}; Max-Age=${maxAgeSeconds}`;
    },
    isBound(cookieHeader = '') {
      const digests = cookieHeader
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => digestOf(pair.slice(name.length + 1)));
      return digests.some((digest) => bound.some((known) => timingSafeEqual(known, digest)));
    },
    removeCookie: `${name}=; ${attributes}; Max-Age=0`,
  };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
