import { holdsMark, isPlaceholder } from '../../../contract/values/placeholder.ts';
import { knownReceiver } from './known-receivers.ts';
import { looksRandom } from './random-text.ts';

/** Parameters that aren't credentials. */
const harmlessParameters: ReadonlySet<string> = new Set([
  'api-version',
  'ddsource',
  'ddtags',
  'environment',
  'event',
  'format',
  'lang',
  'locale',
  'priority',
  'severity',
  'source',
  'sp',
  'sv',
  'type',
  'v',
  'version',
  'wait',
]);
const plainParameter = /^[\w .,:/+-]{0,64}$/;
const switchValue = /^(true|false|yes|no|on|off|0|1|)$/i;

/** The segment after one of these is always a key. */
const keySegments: ReadonlySet<string> = new Set([
  'access_token',
  'api-key',
  'api_key',
  'apikey',
  'auth',
  'bearer',
  'code',
  'key',
  'password',
  'secret',
  'sig',
  'signature',
  'token',
]);
/** The segment after one of these is a key unless it is a word. */
const hookSegments = /^(web)?hooks?$|^incoming$|^inputs?$|^receivers?$/;
const readable = /^[a-z]{2,20}([-_.][a-z]{2,20})*$/i;

const whole = /^((?:[a-z][a-z0-9+.-]*:(?=[\\/]))?[\\/]*)([^\\/?#]*@)?([^\\/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is;

/**
 * Replaces the secret parts of a URL: username and password, everything specific to a caller of a known receiver, path segments and
 * fragments that look like keys, and the values of all parameters that aren't known to be harmless. The rest is preserved exactly,
 * so that the URL can be restored. The host is always preserved: it is sent in clear text, and the user has to see where a call goes.
 */
export function mapSecretParts(address: string, change: (value: string) => string): string {
  const text = address.trim();
  if (text === '') return address;
  const at = address.indexOf(text);
  const redact = (value: string): string => (isPlaceholder(value) ? value : change(value));
  return `${address.slice(0, at)}${mapTrimmed(text, redact)}${address.slice(at + text.length)}`;
}

/** Replaces the placeholders in a URL, including edited ones: pieces between its punctuation. */
export function mapMarkedPieces(address: string, change: (piece: string) => string): string {
  return address
    .split(/([\\/?#&;=@:\s]+)/)
    .map((piece, index) => (index % 2 === 0 && holdsMark(piece) ? change(piece) : piece))
    .join('');
}

function mapTrimmed(text: string, change: (value: string) => string): string {
  // Browsers strip some whitespace before parsing a URL: secrets behind it would be missed.
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) return change(text);
  const [, scheme = '', user = '', host = '', path = '', query = '', fragment = ''] = whole.exec(text) ?? [];
  return [
    scheme,
    user === '' ? '' : `${user === '@' ? '' : change(user.slice(0, -1))}@`,
    host,
    mapPath(host, path, change),
    query === '' ? '' : `?${mapQuery(query.slice(1), change)}`,
    isSecretFragment(fragment) ? `#${change(fragment.slice(1))}` : fragment,
  ].join('');
}

/** Everything from the first secret segment on is one value: keys may contain slashes. */
function mapPath(host: string, path: string, change: (value: string) => string): string {
  const pieces = path.split(/([\\/]+)/);
  const shown = knownReceiver(host)?.shown;
  const segments = pieces.filter((_piece, index) => index % 2 === 0);
  const first = segments.findIndex((segment, index) =>
    shown === undefined
      ? isSecretSegment(segment, segments[index - 1] ?? '')
      : segment !== '' && !shown.includes(segment.toLowerCase()),
  );
  if (first === -1) return path;
  const lead = pieces.slice(0, first * 2).join('');
  const rest = pieces.slice(first * 2);
  if (!rest.some(holdsMark)) return lead + change(rest.join(''));
  return (
    lead + rest.map((piece, index) => (index % 2 === 1 || piece === '' ? piece : change(piece))).join('')
  );
}

function isSecretSegment(segment: string, before: string): boolean {
  if (segment === '' || isPlaceholder(segment)) return false;
  if (holdsMark(segment) || segment.includes('=')) return true;
  const [read, lead] = [decoded(segment), before.toLowerCase()];
  if (keySegments.has(lead)) return true;
  return looksRandom(read) || (hookSegments.test(lead) && !readable.test(read));
}

function mapQuery(query: string, change: (value: string) => string): string {
  return query
    .split(/([&;])/)
    .map((piece, index) => {
      if (index % 2 === 1 || piece === '') return piece;
      const equals = piece.indexOf('=');
      if (equals === -1) return isHarmless(piece, '') ? piece : change(piece);
      const [name, value] = [piece.slice(0, equals), piece.slice(equals + 1)];
      if (looksRandom(decoded(name)) || holdsMark(name)) return change(piece);
      return value === '' || isHarmless(name, value) ? piece : `${name}=${change(value)}`;
    })
    .join('');
}

function isHarmless(name: string, value: string): boolean {
  const read = decoded(value);
  if (value !== '' && switchValue.test(read)) return true;
  return (
    harmlessParameters.has(decoded(name).toLowerCase()) && plainParameter.test(read) && !looksRandom(read)
  );
}

function isSecretFragment(fragment: string): boolean {
  if (fragment.length < 2 || isPlaceholder(fragment.slice(1))) return false;
  return fragment.includes('=') || looksRandom(decoded(fragment)) || holdsMark(fragment);
}

/** Percent-decodes a text; returns invalid encodings unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
