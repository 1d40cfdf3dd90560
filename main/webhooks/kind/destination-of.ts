import { originOf } from '../secrets/origin-of.ts';

/** Where a call goes: a normalized origin, or the start of the URL as written when that can't be determined from the text. */
export interface WebhookDestination {
  readonly host: string;
  readonly isKnown: boolean;
}

/** Everything before the path. An interpolation may contain characters that would end a host, such as `${event.host?replace("/", "")}`. */
const beforePath = /^(?:[a-z][a-z0-9+.-]*:)?\/*(?:[$#]\{[^}]*\}?|\[=[^\]]*\]?|[^/?#])*/i;
/** Interpolations and directives of both FreeMarker syntaxes. */
const interpolation = /[$#]\{|\[=|[<[]\/?[#@]/;

/**
 * Scheme, host and port are compared in the form in which URLs are normalized, so `HTTPS://Hooks.example:443` is
 * `https://hooks.example` and never `http://hooks.example`. Unknown: a template in the host, and a backslash before the
 * path, which HTTP clients read in different ways.
 */
export function destinationOf(url: string): WebhookDestination {
  const text = url.trim();
  const [start = ''] = beforePath.exec(text) ?? [];
  const origin = originOf(text);
  return origin === '' || interpolation.test(start) || start.includes('\\')
    ? { host: start === '' ? text : start, isKnown: false }
    : { host: origin, isKnown: true };
}
