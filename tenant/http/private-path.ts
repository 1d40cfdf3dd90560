import type { IncomingMessage } from 'node:http';

/** 256 random bits in base64url. */
const PREFIX = /^\/d\/[\w-]{43}(?=[/?]|$)/;
/** Paths for browsers. API clients need no private path. */
const INTERACTIVE = /^\/(authorize|oauth2\/authorize|oauth2\/endsession|signin|sandbox)(?=[/?]|$)/i;

/**
 * The path prefix under which one browser stores the cookies of this tenant; empty if a request has none.
 * Browsers send cookies to every port of a host, so a cookie for `/` would reach the servers of all users on
 * this machine. A cookie for `/d/{random}` is sent only with a request for such a path, which no one else
 * knows.
 */
export function privatePathOf(request: IncomingMessage): string {
  const original: unknown = Reflect.get(request, 'originalUrl');
  return typeof original === 'string' ? (PREFIX.exec(original)?.[0] ?? '') : '';
}

/** The target without the prefix, for the router; the whole one is available as `originalUrl`. */
export function withoutPrivatePath({ url = '' }: IncomingMessage): string {
  const rest = url.replace(PREFIX, '');
  return INTERACTIVE.test(rest) ? rest : url;
}

export function newPrivatePath(randomBytes: (size: number) => Uint8Array): string {
  return `/d/${Buffer.from(randomBytes(32)).toString('base64url')}`;
}

/**
 * Whether a browser navigates to a page, in a window or a frame. API clients send no such header, or say that
 * they fetch.
 */
export function isNavigation({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] === 'navigate';
}
