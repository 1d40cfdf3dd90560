import type { IncomingMessage } from 'node:http';

/** 256 random bits in base64url. */
const PREFIX = /^\/d\/[\w-]{43}(?=[/?]|$)/;
/** What browsers are shown and sent back to. Programs have no need of another path. */
const INTERACTIVE = /^\/(authorize|oauth2\/authorize|oauth2\/endsession|signin|sandbox)(?=[/?]|$)/i;

/**
 * The first part of the path under which one browser keeps the cookies of this tenant, or nothing where a request has none.
 * Browsers send cookies to every port of a host, so that a cookie for `/` reaches the servers of everybody on this machine.
 * They send one for `/d/{random}` only along with a request for such a path, and nobody else knows it.
 */
export function privatePathOf(request: IncomingMessage): string {
  const original: unknown = Reflect.get(request, 'originalUrl');
  return typeof original === 'string' ? (PREFIX.exec(original)?.[0] ?? '') : '';
}

/** The target without such a part, for the router, which keeps the whole one as `originalUrl`. */
export function withoutPrivatePath({ url = '' }: IncomingMessage): string {
  const rest = url.replace(PREFIX, '');
  return INTERACTIVE.test(rest) ? rest : url;
}

export function newPrivatePath(randomBytes: (size: number) => Uint8Array): string {
  return `/d/${Buffer.from(randomBytes(32)).toString('base64url')}`;
}

/** Whether a browser goes to a page, in a window or a frame. Programs say nothing of the sort, or that they fetch. */
export function isNavigation({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] === 'navigate';
}
