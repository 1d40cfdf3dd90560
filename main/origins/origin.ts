import { trimPasted, unseenCharacterIn } from '../../contract/schema/pasted-text.ts';
import { failure } from '../platform/errors/failure.ts';

/** One label of a host name; underscores occur in the host names of internal networks. */
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const maxHostNameLength = 253;

/**
 * Normalizes pasted text (a URL, a host, a host with a port) to what the tenant stores: the host in
 * lower case and ASCII (IDNA), with the port unless it is the default of the scheme. Throws
 * `invalid-input`. Source: platform specification, "AllowCors" (host names without a scheme).
 */
export function normalizeOrigin(text: string): string {
  const { scheme, host, port } = readOrigin(text);
  // Without a scheme as well: browsers never send default ports, so such an entry would match nothing.
  const isDefaultPort = (scheme !== 'http' && port === 443) || (scheme !== 'https' && port === 80);
  return port === undefined || isDefaultPort ? host : `${host}:${port}`;
}

interface ReadOrigin {
  readonly scheme: 'http' | 'https' | undefined;
  readonly host: string;
  readonly port?: number;
}

function readOrigin(text: string): ReadOrigin {
  const trimmed = trimPasted(text);
  if (trimmed === '') throw rejection('Enter a URL or a host name, for example app.acme.example.');
  const unseen = unseenCharacterIn(trimmed, 'The URL');
  if (unseen !== undefined) throw rejection(unseen);
  if (/^[^/?#]* /.test(trimmed.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')))
    throw rejection(
      `“${trimmed.slice(0, 60)}” is not a host name: it has spaces. Put each host on its own line.`,
    );
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw rejection(
      `Only websites can be trusted origins, so the URL must begin with https://, not ${scheme}://.`,
    );
  }
  const authority = trimmed.replace(/^([a-z][a-z0-9+.-]*:)?\/\//i, '').split(/[/?#\\]/, 1)[0] ?? '';
  if (authority.includes('*')) {
    throw rejection('The tenant trusts single hosts, not patterns: enter each host without “*”.');
  }
  if (authority.includes('@'))
    throw rejection('Remove the username: an origin is a host, for example app.acme.example.');
  const { host, port } = splitPort(authority);
  return { scheme, host: asciiHost(host), ...(port === undefined ? {} : { port }) };
}

/**
 * Compares origins by meaning. A stored entry in another spelling, or one that could never be entered here, has its own key. So does
 * a host with a port that wouldn't be stored today: the tenant treats it as an entry other than the host alone.
 */
export function originKey(origin: string): string {
  try {
    const { scheme, host, port } = readOrigin(origin);
    return scheme === undefined && port !== undefined ? `${host}:${port}` : normalizeOrigin(origin);
  } catch {
    return origin.trim().toLowerCase();
  }
}

function splitPort(authority: string): { readonly host: string; readonly port?: number } {
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority);
  const host = parts?.[1];
  const digits = parts?.[2];
  if (host === undefined) throw rejection(`“${authority}” is not a host name.`);
  if (digits === undefined || digits === '') return { host };
  const port = Number(digits);
  if (port < 1 || port > 65_535) throw rejection(`${digits} is not a port: use 1 to 65535.`);
  return { host, port };
}

function asciiHost(host: string): string {
  let ascii: string;
  try {
    ascii = new URL(`http://${host}/`).hostname.replace(/\.$/, '');
  } catch {
    throw rejection(`“${host}” is not a host name.`);
  }
  if (ascii.startsWith('[')) return ascii;
  if (/^[\d.]+$/.test(ascii)) {
    // The URL parser reads 7 and 0x7f.1 as IP addresses; no one who types them means that.
    if (ascii !== host.replace(/\.$/, '')) throw rejection(`“${host}” is not a host name.`);
    return ascii;
  }
  const labels = ascii.split('.');
  if (ascii.length > maxHostNameLength || !labels.every((part) => label.test(part))) {
    throw rejection(`“${host}” is not a host name.`);
  }
  return ascii;
}

function rejection(message: string): Error {
  return failure('invalid-input', message);
}
