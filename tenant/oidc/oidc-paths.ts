import type { RegisteredRoute } from '../http/route-access.ts';

/**
 * Paths of the provider. `/token` and `/userinfo` are from the specification; the others are ours, and
 * published by discovery.
 */
export const routes = {
  authorization: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/oauth2/jwks',
  revocation: '/oauth2/revoke',
  introspection: '/oauth2/introspect',
  end_session: '/oauth2/endsession',
  pushed_authorization_request: '/oauth2/par',
} as const;

/** The shared URL that corresponds to an application's own URL of the provider. */
interface OidcTarget {
  readonly url: string;
  /** Set for the URLs of one application. */
  readonly application?: string;
  readonly endpoint: 'authorize' | 'token' | 'userinfo' | 'revoke' | 'introspect' | 'discovery' | 'other';
}

export const DISCOVERY = '/.well-known/openid-configuration';

const SHARED = new Map<string, OidcTarget['endpoint']>([
  [DISCOVERY, 'discovery'],
  [routes.authorization, 'authorize'],
  [routes.token, 'token'],
  [routes.userinfo, 'userinfo'],
  [routes.jwks, 'other'],
  [routes.revocation, 'revoke'],
  [routes.introspection, 'introspect'],
  [routes.end_session, 'other'],
  [`${routes.end_session}/confirm`, 'other'],
  [`${routes.end_session}/success`, 'other'],
  [routes.pushed_authorization_request, 'other'],
]);

const METHODS = new Map<string, readonly string[]>([
  [routes.userinfo, ['GET', 'POST']],
  [routes.end_session, ['GET', 'POST']],
  [DISCOVERY, ['GET']],
  [routes.jwks, ['GET']],
  [`${routes.end_session}/success`, ['GET']],
]);

/** Methods of a provider URL, besides HEAD and OPTIONS. */
export function methodsOf({ url, endpoint }: OidcTarget): readonly string[] {
  return endpoint === 'authorize' ? ['GET', 'POST'] : (METHODS.get(url.split('?')[0] ?? '') ?? ['POST']);
}

/** Endpoints that each application also has at its own URL. */
const OF_ONE = {
  authorize: routes.authorization,
  token: routes.token,
  userinfo: routes.userinfo,
  revoke: routes.revocation,
  introspect: routes.introspection,
} as const;

/** The provider's routes, for the list of all routes; `:app` is the name of an application. */
export function providerRoutes(): readonly RegisteredRoute[] {
  const paths = [
    ...SHARED.keys(),
    ...Object.keys(OF_ONE).map((endpoint) => `/oauth2/${endpoint}/:app`),
    `/:app${DISCOVERY}`,
    `${routes.authorization}/:uid`,
  ];
  return paths.flatMap((path) => {
    const target = toOidcTarget(path);
    return target === undefined
      ? []
      : methodsOf(target).map((method) => ({ method, path, access: { kind: 'provider' } as const }));
  });
}

/** The URL of an application's own endpoint. */
export function addressOfOne(endpoint: keyof typeof OF_ONE, application: string): string {
  return `/oauth2/${endpoint}/${encodeURIComponent(application)}`;
}

/**
 * Matches provider URLs, ignoring case and a trailing slash, and rewrites the URLs of one application,
 * `/oauth2/{endpoint}/{app}` and `/{app}/.well-known/openid-configuration` (compatibility: "OAuth paths",
 * "OAuth of one application").
 */
export function toOidcTarget(url: string): OidcTarget | undefined {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark);
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const lower = plain.toLowerCase();

  const endpoint = SHARED.get(lower);
  if (endpoint !== undefined) return { url: `${lower}${query}`, endpoint };
  if (lower.startsWith(`${routes.authorization}/`)) {
    return {
      url: `${routes.authorization}${plain.slice(routes.authorization.length)}${query}`,
      endpoint: 'authorize',
    };
  }
  const [, name, application] = /^\/oauth2\/(\w+)\/([^/]+)$/i.exec(plain) ?? [];
  const own = name?.toLowerCase();
  if (application !== undefined && isOfOne(own))
    return { url: `${OF_ONE[own]}${query}`, application: decodeSegment(application), endpoint: own };
  const described = lower.endsWith(DISCOVERY) ? /^\/([^/]+)\/\.well-known\//i.exec(plain)?.[1] : undefined;
  return described === undefined
    ? undefined
    : { url: `${DISCOVERY}${query}`, application: decodeSegment(described), endpoint: 'discovery' };
}

function isOfOne(name: string | undefined): name is keyof typeof OF_ONE {
  return name !== undefined && Object.hasOwn(OF_ONE, name);
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
