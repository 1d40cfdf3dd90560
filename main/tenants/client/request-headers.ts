import type { TenantProfile } from '../../../contract/tenants.ts';

/** How native clients present themselves; both spellings are in use and sending both is tolerated. */
const nativeClient = { 'x-idap-native-client': 'true', 'x-centrify-native-client': 'true' } as const;

/** What a profile's extra headers may not replace: the message's framing and who is speaking. */
const reserved: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Puts together the headers of a request to a tenant; the profile's extra ones win over the native-client ones. */
export function requestHeaders(
  profile: TenantProfile,
  own: Readonly<Record<string, string>>,
  token: string,
  requestId: string,
): Record<string, string> {
  const extra = Object.entries(profile.extraHeaders)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !reserved.has(name));
  return {
    accept: 'application/json',
    ...nativeClient,
    'x-request-id': requestId,
    ...Object.fromEntries(extra),
    ...own,
    authorization: `Bearer ${token}`,
  };
}
