import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Binds a sign-in to the browser that Tenant Desk opened. That browser first loads a one-time page, which sets a cookie for the
 * callback; a callback without the cookie came from another browser, whoever knows its state. Source: RFC 9700, section 4.7.
 */
export interface BrowserBinding {
  /** Makes the token of a new start page; one that was not used goes void. */
  issueToken(): string;
  /** Spends the token and answers the cookie to set; undefined for any other token. */
  redeemToken(token: string): string | undefined;
  /** True for the `Cookie` header of a browser that loaded a start page. */
  isBound(cookieHeader: string | undefined): boolean;
  /** The `Set-Cookie` value that removes the cookie. */
  readonly removeCookie: string;
}

export interface BrowserBindingOptions {
  /** The one path to which the cookie is sent. */
  readonly path: string;
  readonly maxAgeSeconds: number;
}

/** Browsers in which a person may try; the cookie of a browser replaces the one it had. */
const maxBrowsers = 16;

export function createBrowserBinding({ path, maxAgeSeconds }: BrowserBindingOptions): BrowserBinding {
  // Cookies are shared by all ports of 127.0.0.1, so that the name must be nobody else's.
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
