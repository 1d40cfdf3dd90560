import { isRecord } from '../values/guard.ts';

/** How users sign in to an application. It determines which settings the application has. */
export const protocols = [
  'saml',
  'ws-fed',
  'openid-connect',
  'oauth-server',
  'oauth-client',
  'user-password',
  'browser-extension',
  'ntlm-basic',
  'bookmark',
  'desktop',
  'mobile',
  'unknown',
] as const;

export type Protocol = (typeof protocols)[number];

export const protocolNames: Readonly<Record<Protocol, string>> = {
  saml: 'SAML',
  'ws-fed': 'WS-Federation',
  'openid-connect': 'OpenID Connect',
  'oauth-server': 'OAuth 2.0 server',
  'oauth-client': 'OAuth 2.0 client',
  'user-password': 'Username and password',
  'browser-extension': 'Browser extension',
  'ntlm-basic': 'NTLM and Basic',
  bookmark: 'Bookmark',
  desktop: 'Desktop app',
  mobile: 'Mobile app',
  unknown: 'Unknown',
};

/** The first match wins: specific patterns before general ones. */
const signs: readonly (readonly [RegExp, Protocol])[] = [
  [/bookmark/, 'bookmark'],
  [/browser\s*extension/, 'browser-extension'],
  [/ntlm/, 'ntlm-basic'],
  [/ws-?fed/, 'ws-fed'],
  [/saml/, 'saml'],
  [/open\s*id\s*connect/, 'openid-connect'],
  [/oauth2?\s*(server)?\s*client/, 'oauth-client'],
  [/oauth/, 'oauth-server'],
  [/desktop/, 'desktop'],
  [/mobile/, 'mobile'],
  [/user\s*-?\s*(name)?\s*password/, 'user-password'],
];

/**
 * The protocol of an application record, from the most specific of its members. On some tenants, bookmarks, browser extensions,
 * NTLM and Basic all have the `WebAppType` `UsernamePassword`: there, their names decide. Pass a catalog template as
 * `{ TemplateName, AppTypeDisplayName }`.
 */
export function protocolOf(record: Readonly<Record<string, unknown>>): Protocol {
  const text = (member: string): string => {
    const value = record[member];
    return typeof value === 'string' ? value.toLowerCase() : '';
  };
  const handler = text('Handler').split('.').at(-1) ?? '';
  const types = [text('WebAppType'), text('AppTypeDisplayName'), handler, text('TemplateName')];
  const candidates = types.map(protocolIn);
  const [first] = candidates.filter((protocol) => protocol !== 'unknown');
  if (first !== undefined && isCoarse(first)) {
    const finer = candidates.find((protocol) => isFinerThan(first, protocol));
    return finer ?? first;
  }
  if (first !== undefined) return first;
  if (text('AppType') === 'desktop') return 'desktop';
  if (text('AppType') === 'mobile') return 'mobile';
  return isRecord(record['OAuthProfile']) ? 'openid-connect' : 'unknown';
}

function protocolIn(text: string): Protocol {
  return signs.find(([sign]) => sign.test(text))?.[1] ?? 'unknown';
}

/** Protocol names that some tenants use for several protocols. */
const finerThan = {
  'user-password': ['bookmark', 'browser-extension', 'ntlm-basic'],
  'oauth-server': ['oauth-client'],
  saml: ['ws-fed'],
} as const satisfies Partial<Record<Protocol, readonly Protocol[]>>;

const isCoarse = (protocol: Protocol): protocol is keyof typeof finerThan =>
  Object.hasOwn(finerThan, protocol);

function isFinerThan(coarse: keyof typeof finerThan, protocol: Protocol): boolean {
  return finerThan[coarse].some((finer) => finer === protocol);
}
