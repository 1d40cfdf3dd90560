import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

/** What NO_PROXY says: which hosts are reached without a proxy. */
export interface NoProxy {
  excepts(target: URL): boolean;
  /** Entries that cannot be read and so except nothing. */
  readonly unreadable: readonly string[];
}

type Rule = (host: string, port: string) => boolean;

/**
 * Reads a list of entries, parted by commas or spaces. An entry is `*`, a host that stands for its subdomains as well
 * (`example.com`, `.example.com`, `*.example.com`, with or without the dot of the root), an IP address or a network in CIDR
 * form, and each of them but `*` and a network may have a port. IPv6 addresses may stand in brackets, and must with a port.
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
  // The parser of host names reads 10.1 and 0x7f as addresses: nobody means that here.
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(domain) || /^[\d.]+$/.test(name)) return undefined;
  return (host, targetPort) =>
    (host === domain || host.endsWith(`.${domain}`)) && (port === undefined || port === targetPort);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  if (isIPv4(address)) return 'ipv4';
  return isIPv6(address) ? 'ipv6' : undefined;
}
