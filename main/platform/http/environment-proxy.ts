import { plural } from '../../../languages/text/intl.ts';
import type { FindProxy } from './find-proxy.ts';
import { readNoProxy } from './no-proxy.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy of the environment, as in curl and most command-line programs: HTTPS_PROXY or ALL_PROXY, unless NO_PROXY names the
 * host, each also in lower case, which takes precedence. Only https leaves this machine, so HTTP_PROXY is the last fallback.
 * Invalid values are ignored and reported in `problems`.
 * Source: curl(1), "Environment"; Node.js, "Built-in proxy support".
 */
export function createEnvironmentProxy(environment: Environment): FindProxy {
  const proxy = firstOf(environment, ['HTTPS_PROXY', 'ALL_PROXY', 'HTTP_PROXY']);
  const exceptions = firstOf(environment, ['NO_PROXY']);
  const address = proxy === undefined ? undefined : toAddress(proxy.value);
  const { excepts, unreadable } = readNoProxy(exceptions?.value ?? '');
  const find = (target: URL): Promise<string | undefined> =>
    Promise.resolve(excepts(target) ? undefined : address);
  const problems = [
    ...(proxy !== undefined && address === undefined ? [proxyProblem(proxy)] : []),
    ...(exceptions !== undefined && unreadable.length > 0
      ? [exceptionProblem(exceptions.name, unreadable)]
      : []),
  ];
  return Object.assign(find, { problems });
}

interface Variable {
  readonly name: string;
  readonly value: string;
}

function firstOf(environment: Environment, names: readonly string[]): Variable | undefined {
  return names
    .flatMap((name) => [name.toLowerCase(), name])
    .map((name) => ({ name, value: environment[name]?.trim() ?? '' }))
    .find(({ value }) => value !== '');
}

/** A host without a scheme means an http proxy, as in other programs. Undefined for an invalid URL. */
function toAddress(text: string): string | undefined {
  const full = text.includes('://') ? text : `http://${text}`;
  return /^https?:/i.test(full) && URL.canParse(full) ? full : undefined;
}

/** Quotes only the scheme: the URL may contain a password. */
function proxyProblem({ name, value }: Variable): string {
  const scheme = /^([a-z][a-z0-9+.-]{0,15}):\/\//i.exec(value)?.[1]?.toLowerCase();
  const why =
    scheme === undefined || scheme === 'http' || scheme === 'https'
      ? 'It isn’t a URL.'
      : `${scheme} proxies aren’t supported.`;
  return `${name} is ignored. ${why} Use an http or https URL such as http://proxy.example:3128.`;
}

const maxQuoted = 5;

function exceptionProblem(name: string, unreadable: readonly string[]): string {
  const quoted = unreadable.slice(0, maxQuoted).map((entry) => `“${entry.slice(0, 80)}”`);
  const more = unreadable.length > maxQuoted ? ` and ${unreadable.length - maxQuoted} more` : '';
  return `${name} has ${plural(unreadable.length, { one: 'an entry that is', other: 'entries that are' })} ignored: ${quoted.join(', ')}${more}. Use host names, IP addresses or networks such as 10.0.0.0/8.`;
}
