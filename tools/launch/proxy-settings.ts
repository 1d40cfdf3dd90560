/** The proxy variables of Node's agents; empty ones mean none. */
export interface ProxySettings {
  readonly HTTP_PROXY: string;
  readonly HTTPS_PROXY: string;
  readonly NO_PROXY: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Proxies from the environment, in either case, or else from npm (`npm config set https-proxy`). */
export function proxySettings(env: Environment): ProxySettings {
  const first = (...names: readonly string[]): string =>
    names
      .map((name) => env[name]?.replaceAll(/\s+/g, ','))
      .find((value) => value !== undefined && value !== '') ?? '';
  return {
    HTTP_PROXY: first('http_proxy', 'HTTP_PROXY', 'npm_config_proxy'),
    HTTPS_PROXY: first('https_proxy', 'HTTPS_PROXY', 'npm_config_https_proxy', 'npm_config_proxy'),
    NO_PROXY: first('no_proxy', 'NO_PROXY', 'npm_config_noproxy'),
  };
}

/** Host and port of the proxy for a URL, without credentials. */
export function proxyFor(url: string, { HTTP_PROXY, HTTPS_PROXY }: ProxySettings): string | undefined {
  const proxy = url.startsWith('https:') ? HTTPS_PROXY : HTTP_PROXY;
  return URL.canParse(proxy) ? new URL(proxy).host : undefined;
}
