/** Where the provider answers. `/token` and `/userinfo` are the specification's; the others are ours, and told by discovery. */
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

/** The application named in `/oauth2/{endpoint}/{app}`, and the same address at the shared endpoint. */
export interface OidcTarget {
  readonly url: string;
  readonly application?: string;
  readonly endpoint: 'authorize' | 'token' | 'userinfo' | 'other';
}

const SHARED = new Map<string, OidcTarget['endpoint']>([
  ['/.well-known/openid-configuration', 'other'],
  [routes.authorization, 'authorize'],
  [routes.token, 'token'],
  [routes.userinfo, 'userinfo'],
  [routes.jwks, 'other'],
  [routes.revocation, 'other'],
  [routes.introspection, 'other'],
  [routes.end_session, 'other'],
  [`${routes.end_session}/confirm`, 'other'],
  [`${routes.end_session}/success`, 'other'],
  [routes.pushed_authorization_request, 'other'],
]);

/**
 * Tells whether a request address belongs to the provider, in any case and with or without a trailing slash,
 * and rewrites the per-application forms `/oauth2/{authorize|token|userinfo}/{app}` (compatibility: "OAuth paths").
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
  const perApplication = /^\/oauth2\/(authorize|token|userinfo)\/([^/]+)$/i.exec(plain);
  if (perApplication?.[1] !== undefined && perApplication[2] !== undefined) {
    const name = perApplication[1].toLowerCase();
    const application = decodeSegment(perApplication[2]);
    if (name === 'authorize')
      return { url: `${routes.authorization}${query}`, application, endpoint: 'authorize' };
    if (name === 'token') return { url: `${routes.token}${query}`, application, endpoint: 'token' };
    return { url: `${routes.userinfo}${query}`, application, endpoint: 'userinfo' };
  }
  return undefined;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
