import { isRecord } from '../values/guard.ts';

/** How people sign in to an application: what decides which settings it has. */
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
  'user-password': 'User name and password',
  'browser-extension': 'Browser extension',
  'ntlm-basic': 'NTLM and Basic',
  bookmark: 'Bookmark',
  desktop: 'Desktop application',
  mobile: 'Native mobile application',
  unknown: 'Not known',
};

/** First match counts: what is rare and exact before what is common. */
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
 * The protocol that a record tells, by the most telling of its members. Bookmarks, browser extensions, and NTLM and
 * Basic are `UsernamePassword` by their `WebAppType` on some tenants: there, what they are called decides. A template
 * of the catalog is asked as `{ TemplateName, AppTypeDisplayName }`.
 */
export function protocolOf(record: Readonly<Record<string, unknown>>): Protocol {
  const text = (member: string): string => {
    const value = record[member];
    return typeof value === 'string' ? value.toLowerCase() : '';
  };
  const handler = text('Handler').split('.').at(-1) ?? '';
  const types = [text('WebAppType'), text('AppTypeDisplayName'), handler, text('TemplateName')];
  const told = types.map(protocolIn);
  const [first] = told.filter((protocol) => protocol !== 'unknown');
  if (first !== undefined && isCoarse(first)) {
    const finer = told.find((protocol) => isFinerThan(first, protocol));
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

/** What some tenants call several protocols. */
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
