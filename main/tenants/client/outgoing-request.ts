import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import type { HttpRequest } from '../../platform/http/transport.ts';
import type { AnalyticsCall, ImageCall, ManagementCall, PreflightCall } from './tenant-client.ts';

/** Largest JSON answer that is read, in bytes. */
const maxJsonBytes = 64 * 1024 * 1024;

/** A request as it stands before it has a token, which is added anew for each try. */
export interface OutgoingRequest {
  readonly profile: TenantProfile;
  readonly request: Omit<HttpRequest, 'signal'>;
  /** Changes nothing at the tenant, so that it may be sent twice. */
  readonly isRead: boolean;
  /** The answer is a file, which is nobody's to change. */
  readonly isFile?: true;
}

export function managementRequest(
  profile: TenantProfile,
  { path, body, purpose }: Omit<ManagementCall<z.ZodType>, 'result'>,
): OutgoingRequest {
  return {
    profile,
    isRead: isManagementRead(path, body),
    request: {
      method: 'POST',
      url: withoutSlash(profile.baseUrl) + path,
      headers: { 'content-type': 'application/json' },
      body: formatExact(body ?? {}),
      maxBytes: maxJsonBytes,
      purpose,
    },
  };
}

/** A request to an API with verbs: analytics, and the controls of an embedded tenant. */
export function analyticsRequest(
  base: string,
  profile: TenantProfile,
  { method, path, json, file, purpose }: Omit<AnalyticsCall<z.ZodType>, 'response'>,
): OutgoingRequest {
  const payload =
    file !== undefined
      ? multipartFile(file)
      : json === undefined
        ? { headers: {} }
        : { headers: { 'content-type': 'application/json' }, body: formatExact(json) };
  return {
    profile,
    isRead: method === 'GET',
    request: { method, url: withoutSlash(base) + path, purpose, maxBytes: maxJsonBytes, ...payload },
  };
}

export function preflightRequest(
  profile: TenantProfile,
  { path, headers, purpose }: Omit<PreflightCall, 'tenantId'>,
): OutgoingRequest {
  const url = withoutSlash(profile.baseUrl) + path;
  return {
    profile,
    isRead: true,
    isFile: true,
    request: { method: 'OPTIONS', url, headers, maxBytes: maxJsonBytes, purpose },
  };
}

/** Undefined for an address outside the tenant's own site: the token goes nowhere else. */
export function imageRequest(
  profile: TenantProfile,
  { address, maxBytes, purpose }: Omit<ImageCall, 'tenantId'>,
): OutgoingRequest | undefined {
  const base = withoutSlash(profile.baseUrl);
  const url = URL.parse(address) ?? URL.parse(`${base}/${address.replace(/^\/+/, '')}`);
  if (url === null || url.origin !== new URL(base).origin) return undefined;
  return {
    profile,
    isRead: true,
    isFile: true,
    request: { method: 'GET', url: url.href, headers: { accept: 'image/*' }, maxBytes, purpose },
  };
}

const queryBody = z.object({ Script: z.string() });

/**
 * True for management calls that change nothing, which alone may be sent twice. All of them are POST, so the
 * path tells, and for queries the text: a stored procedure may send mail.
 */
export function isManagementRead(path: string, body: unknown): boolean {
  if (/^\/redrock\/query\/?$/i.test(path)) {
    const parsed = queryBody.safeParse(body);
    return parsed.success && /^\s*select\b/i.test(parsed.data.Script);
  }
  return /^\/[^/]+\/Get[^/]*\/?$/i.test(path);
}

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

/** A form with the one part `file`, as the import of webhooks wants it. Source: RFC 7578. */
function multipartFile(file: { readonly name: string; readonly bytes: Uint8Array }): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
} {
  const boundary = `desk-${randomUUID()}`;
  const name = file.name.replaceAll('"', '%22').replace(/[\r\n]+/g, ' ');
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/json\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
