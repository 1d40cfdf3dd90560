import type { IncomingHttpHeaders } from 'node:http';
import type { Preflight } from '../../contract/origins/origins.ts';
import { failure } from '../platform/errors/failure.ts';
import { normalizeOrigin } from './origin.ts';

/** What pages of an origin would send to the management API, which needs a preflight for its headers. */
export const askedFor = { method: 'POST', headers: ['authorization', 'content-type'] } as const;

/** Characters of an answer's text that are shown. */
const maxTextLength = 2000;
const maxHeaders = 100;

/** As a browser names the origin of a page: with its scheme, https unless it was given. Throws `invalid-input`. */
export function browserOrigin(address: string): string {
  const text = address.trim();
  const host = normalizeOrigin(text);
  if (host === 'null') return host;
  const scheme = /^http:\/\//i.test(text) ? 'http' : 'https';
  const url = URL.parse(`${scheme}://${host}/`);
  if (url === null) throw failure('invalid-input', `“${text}” is not an address.`);
  return url.origin;
}

/** What a browser concludes from the answer to a preflight. Source: Fetch standard, "CORS-preflight fetch". */
export function judgePreflight(
  origin: string,
  { status, headers }: { readonly status: number; readonly headers: IncomingHttpHeaders },
): Pick<Preflight, 'isTrusted' | 'findings'> {
  const allowed = headers['access-control-allow-origin'];
  const refused = (...findings: string[]): Pick<Preflight, 'isTrusted' | 'findings'> => ({
    isTrusted: false,
    findings,
  });
  if (status >= 300 && status < 400) {
    return refused(`The tenant redirects the preflight (${status}), which browsers do not follow.`);
  }
  if (allowed === undefined) {
    return refused(
      `The answer (${status}) names no origin that may read it: browsers refuse the call of a page from ${origin}.`,
    );
  }
  if (allowed !== '*' && allowed !== origin) {
    return refused(`The answer is for pages of ${allowed}, not of ${origin}.`);
  }
  if (status < 200 || status > 299) {
    return refused(`The tenant answers the preflight with ${status}, and browsers want a success.`);
  }
  const missing = missingHeaders(headers['access-control-allow-headers'], headers);
  if (missing.length > 0) {
    return refused(
      `Pages of ${origin} may call, but not send ${missing.join(' and ')}: the answer does not allow it.`,
    );
  }
  const findings = [`A page from ${origin} may call this tenant from a browser.`];
  if (allowed === '*') findings.push('The answer names no origin: it is the same for every page of the web.');
  if (!mayUseCookies(headers)) findings.push('Calls go without cookies: a page has to send a token.');
  return { isTrusted: true, findings };
}

function missingHeaders(allowed: string | undefined, headers: IncomingHttpHeaders): string[] {
  const names = (allowed ?? '').split(',').map((name) => name.trim().toLowerCase());
  const hasAny = names.includes('*') && !mayUseCookies(headers);
  // A star stands for every header but this one.
  return askedFor.headers.filter((name) => !names.includes(name) && (!hasAny || name === 'authorization'));
}

const mayUseCookies = (headers: IncomingHttpHeaders): boolean =>
  headers['access-control-allow-credentials'] === 'true' && headers['access-control-allow-origin'] !== '*';

/** What is shown of an answer. Cookies are somebody's to use, not to read. */
export function shownAnswer({
  status,
  headers,
  body,
}: {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}): Preflight['answer'] {
  const shown = Object.entries(headers)
    .filter(([name]) => name !== 'set-cookie')
    .slice(0, maxHeaders)
    .map(([name, value]): [string, string] => [name, String(value ?? '').slice(0, maxTextLength)]);
  return { status, headers: shown, text: new TextDecoder().decode(body.subarray(0, maxTextLength)) };
}
