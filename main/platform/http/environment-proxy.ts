import type { FindProxy } from './find-proxy.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxies of the environment, as curl and most command-line programs read them: HTTPS_PROXY or ALL_PROXY, unless
 * NO_PROXY names the host, each also in lower case, which goes first. Only https leaves this machine, so HTTP_PROXY is
 * what is left where the others are missing. Source: curl(1), "Environment"; Node.js, "Built-in proxy support".
 */
export function createEnvironmentProxy(environment: Environment): FindProxy {
  const read = (name: string): string | undefined =>
    [environment[name.toLowerCase()], environment[name]].find((value) => value !== undefined && value !== '');
  const address = toAddress(read('HTTPS_PROXY') ?? read('ALL_PROXY') ?? read('HTTP_PROXY'));
  const exceptions = (read('NO_PROXY') ?? '')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => entry.toLowerCase());
  return (target) =>
    Promise.resolve(exceptions.some((entry) => excepts(entry, target)) ? undefined : address);
}

/** A host alone stands for an http proxy, as it does elsewhere. What is no address of a proxy is left out. */
function toAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const full = text.includes('://') ? text : `http://${text}`;
  return /^https?:/i.test(full) && URL.canParse(full) ? full : undefined;
}

/** An entry is `*`, a host that stands for its subdomains as well, or one of the two with a port. */
function excepts(entry: string, target: URL): boolean {
  if (entry === '*') return true;
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const targetPort = target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port;
  if (port !== undefined && port !== targetPort) return false;
  const domain = name.replace(/^\*?\./, '');
  return domain !== '' && (target.hostname === domain || target.hostname.endsWith(`.${domain}`));
}
