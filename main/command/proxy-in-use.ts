import { createEnvironmentProxy } from '../platform/http/environment-proxy.ts';
import { isLoopback } from '../platform/http/loopback.ts';
import type { Context } from './context.ts';

export interface ProxyInUse {
  /** Host and source, without credentials; undefined for a direct connection. */
  readonly proxy: string | undefined;
  /** What is wrong with the proxy settings of the environment, if they are used. */
  readonly problem: string | undefined;
}

/** The proxy of requests to a URL. The settings of the profile go before the environment. */
export async function proxyInUse(
  { desk, env }: Pick<Context, 'desk' | 'env'>,
  url: URL,
): Promise<ProxyInUse> {
  const { proxyUrl } = await (await desk()).call('settings.get', undefined);
  if (isLoopback(url)) return { proxy: undefined, problem: undefined };
  if (proxyUrl !== '') return { proxy: `${new URL(proxyUrl).host} (settings)`, problem: undefined };
  const ofEnvironment = createEnvironmentProxy(env);
  const found = await ofEnvironment(url);
  return {
    proxy: found === undefined ? undefined : `${new URL(found).host} (environment)`,
    problem: ofEnvironment.problems?.[0],
  };
}
