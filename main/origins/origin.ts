import { trimPasted, unseenCharacterIn } from '../../contract/schema/pasted-text.ts';
import { failure } from '../platform/errors/failure.ts';

/** One label of a host name; underscores occur in the host names of internal networks. */
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const maxHostNameLength = 253;

/**
 * Turns what a person pastes (an address, a host, a host with a port) into what the tenant stores: the host in
 * lower case and ASCII (IDNA), with the port when one was given that is not the scheme's own. Throws
 * `invalid-input`. Source: platform specification, "AllowCors" (host names without a scheme).
 */
export function normalizeOrigin(text: string): string {
  const { scheme, host, port } = readOrigin(text);
  // Without a scheme as well: browsers never name these ports with the scheme they belong to, so such an entry matches nothing.
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
  if (trimmed === '') throw refused('Enter an address or a host name, for example app.acme.example.');
  const unseen = unseenCharacterIn(trimmed, 'The address');
  if (unseen !== undefined) throw refused(unseen);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw refused(
      `Only websites can be trusted origins, so the address must begin with https://, not ${scheme}://.`,
    );
  }
  const authority = trimmed.replace(/^([a-z][a-z0-9+.-]*:)?\/\//i, '').split(/[/?#\\]/, 1)[0] ?? '';
  if (authority.includes('*')) {
    throw refused('The tenant trusts single hosts, not patterns: enter each host without “*”.');
  }
  if (authority.includes('@'))
    throw refused('Remove the user name: an origin is a host, for example app.acme.example.');
  const { host, port } = splitPort(authority);
  return { scheme, host: asciiHost(host), ...(port === undefined ? {} : { port }) };
}

/**
 * Tells origins apart by meaning: what a tenant holds in another spelling, or could never be entered, stays itself. So does
 * a host with a port that would not be stored for it today: to the tenant it is another entry than the host alone.
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
  if (host === undefined) throw refused(`“${authority}” is not a host name.`);
  if (digits === undefined || digits === '') return { host };
  const port = Number(digits);
  if (port < 1 || port > 65_535) throw refused(`${digits} is not a port: ports go from 1 to 65535.`);
  return { host, port };
}

function asciiHost(host: string): string {
  let ascii: string;
  try {
    ascii = new URL(`http://${host}/`).hostname.replace(/\.$/, '');
  } catch {
    throw refused(`“${host}” is not a host name.`);
  }
  if (ascii.startsWith('[')) return ascii;
  if (/^[\d.]+$/.test(ascii)) {
    // The URL parser reads 7 and 0x7f.1 as addresses; nobody who types them means that.
    if (ascii !== host.replace(/\.$/, '')) throw refused(`“${host}” is not a host name.`);
    return ascii;
  }
  const labels = ascii.split('.');
  if (ascii.length > maxHostNameLength || !labels.every((part) => label.test(part))) {
    throw refused(`“${host}” is not a host name.`);
  }
  return ascii;
}

function refused(message: string): Error {
  return failure('invalid-input', message);
}
