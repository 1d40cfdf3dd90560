import { holdsMark, isPlaceholder } from '../../../contract/values/placeholder.ts';
import { knownReceiver } from './known-receivers.ts';
import { looksRandom } from './random-text.ts';

/** Parameters that say how a call is to be read, and let nobody in. */
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

/** What follows one of these is a key, however it looks. */
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
/** What follows one of these is a key unless it is a word. */
const hookSegments = /^(web)?hooks?$|^incoming$|^inputs?$|^receivers?$/;
const word = /^[a-z]{2,20}([-_.][a-z]{2,20})*$/i;

const whole = /^((?:[a-z][a-z0-9+.-]*:(?=[\\/]))?[\\/]*)([^\\/?#]*@)?([^\\/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is;

/**
 * Changes the parts of an address that let somebody in: user name and password, all that tells one caller of a known
 * receiver from another, what looks like a key in any path or fragment, and the value of every parameter that is not
 * known to be harmless. The rest stays as it is written, so that the parts put back make the address again. The host
 * stays in any case: it goes over the wire in clear, and a person has to see where a call goes.
 */
export function mapSecretParts(address: string, change: (value: string) => string): string {
  const text = address.trim();
  if (text === '') return address;
  const at = address.indexOf(text);
  const conceal = (value: string): string => (isPlaceholder(value) ? value : change(value));
  return `${address.slice(0, at)}${mapTrimmed(text, conceal)}${address.slice(at + text.length)}`;
}

/** The placeholders of an address, and what was made of one by typing in it: pieces between its punctuation. */
export function mapMarkedPieces(address: string, change: (piece: string) => string): string {
  return address
    .split(/([\\/?#&;=@:\s]+)/)
    .map((piece, index) => (index % 2 === 0 && holdsMark(piece) ? change(piece) : piece))
    .join('');
}

function mapTrimmed(text: string, change: (value: string) => string): string {
  // A browser takes some blanks out of an address before it reads it: what is hidden behind one would be missed.
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

/** From the first segment that is secret all is one value: keys may have slashes of their own. */
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
  return looksRandom(read) || (hookSegments.test(lead) && !word.test(read));
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

/** As a receiver reads it; what is not encoded correctly as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
