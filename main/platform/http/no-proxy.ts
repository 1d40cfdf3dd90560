import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

/** A parsed NO_PROXY: hosts to connect to without a proxy. */
export interface NoProxy {
  excepts(target: URL): boolean;
  /** Invalid entries, which are ignored. */
  readonly unreadable: readonly string[];
}

type Rule = (host: string, port: string) => boolean;

/**
 * Parses a list of entries separated by commas or spaces. An entry is `*`, a host including its subdomains (`example.com`,
 * `.example.com`, `*.example.com`, with or without the trailing dot), an IP address, or a network in CIDR notation. All except `*`
 * and networks may have a port. IPv6 addresses may be in brackets, and must be if they have a port.
 * Source: curl, CURLOPT_NOPROXY; Go, golang.org/x/net/http/httpproxy.
 */
export function readNoProxy(text: string): NoProxy {
  const entries = text.split(/[\s,;]+/).filter((entry) => entry !== '');
  const read = entries.map((entry) => ({ entry, rule: ruleOf(entry) }));
  const rules = read.flatMap(({ rule }) => rule ?? []);
  return {
    excepts: (target) => {
      const host = target.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
      const port = target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port;
      return rules.some((rule) => rule(host, port));
    },
    unreadable: read.filter(({ rule }) => rule === undefined).map(({ entry }) => entry),
  };
}

function ruleOf(entry: string): Rule | undefined {
  if (entry === '*') return () => true;
  return networkRule(entry) ?? addressRule(entry) ?? hostRule(entry);
}

function networkRule(entry: string): Rule | undefined {
  const [, bracketed, bare, bits] = /^(?:\[([^\]]*)\]|([^/[\]]*))\/(\d{1,3})$/.exec(entry) ?? [];
  const address = bracketed ?? bare;
  if (address === undefined) return undefined;
  const family = familyOf(address);
  if (family === undefined || Number(bits) > (family === 'ipv4' ? 32 : 128)) return undefined;
  const network = new BlockList();
  network.addSubnet(address, Number(bits), family);
  return (host) => familyOf(host) === family && network.check(host, family);
}

function addressRule(entry: string): Rule | undefined {
  const [, bracketed, bare, port] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const address = isIPv6(entry) ? entry : (bracketed ?? bare ?? '');
  const family = familyOf(address);
  if (family === undefined) return undefined;
  const only = new BlockList();
  only.addAddress(address, family);
  return (host, targetPort) =>
    familyOf(host) === family && only.check(host, family) && (port === undefined || port === targetPort);
}

function hostRule(entry: string): Rule | undefined {
  const [, name = '', port] = /^(?:\*?\.)?([^:*/@[\]]+?)\.?(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const domain = domainToASCII(name);
  // The host name parser would treat 10.1 and 0x7f as IP addresses.
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(domain) || /^[\d.]+$/.test(name)) return undefined;
  return (host, targetPort) =>
    (host === domain || host.endsWith(`.${domain}`)) && (port === undefined || port === targetPort);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  if (isIPv4(address)) return 'ipv4';
  return isIPv6(address) ? 'ipv6' : undefined;
}
