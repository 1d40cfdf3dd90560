import type { FindProxy } from './find-proxy.ts';
import { isLoopback } from '../../../contract/schema/loopback.ts';

export interface ProxySources {
  /** Of the settings; empty for none. */
  readonly proxyUrl: string;
  readonly systemProxy: FindProxy;
  /** Where the proxy of the system comes from. */
  readonly source: 'environment' | 'system';
}

export interface ProxyInUse {
  /** Host and source, without credentials; undefined for a direct connection. */
  readonly proxy: string | undefined;
  /** What is wrong with the proxy settings of the system, if they are used. */
  readonly problem: string | undefined;
}

/** The proxy of requests to a URL. The settings of the profile go before the system. */
export async function proxyInUse(
  { proxyUrl, systemProxy, source }: ProxySources,
  url: URL,
): Promise<ProxyInUse> {
  if (isLoopback(url)) return { proxy: undefined, problem: undefined };
  if (proxyUrl !== '') return { proxy: `${new URL(proxyUrl).host} (settings)`, problem: undefined };
  const found = await systemProxy(url);
  return {
    proxy: found === undefined ? undefined : `${new URL(found).host} (${source})`,
    problem: systemProxy.problems?.[0],
  };
}
