import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import type { HttpRequest } from '../../platform/http/transport.ts';
import type { AnalyticsCall, ImageCall, ManagementCall, PreflightCall } from './tenant-client.ts';

/** Maximum size of a JSON response, in bytes. */
const maxJsonBytes = 64 * 1024 * 1024;

/** A request without its token, which is added for each attempt. */
export interface OutgoingRequest {
  readonly profile: TenantProfile;
  readonly request: Omit<HttpRequest, 'signal'>;
  /** Has no side effects on the tenant, so it may be repeated. */
  readonly isRead: boolean;
  /** The response is a file, which must not be modified. */
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

/** A request to a REST API: analytics, and the controls of an embedded tenant. */
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

/** Undefined for a URL outside the tenant's origin: the token is sent nowhere else. */
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
 * True for management calls without side effects, the only ones that may be repeated. All of them are POST, so the path decides, and
 * for queries the text: a stored procedure may send email.
 */
export function isManagementRead(path: string, body: unknown): boolean {
  if (/^\/redrock\/query\/?$/i.test(path)) {
    const parsed = queryBody.safeParse(body);
    return parsed.success && /^\s*select\b/i.test(parsed.data.Script);
  }
  return /^\/[^/]+\/Get[^/]*\/?$/i.test(path);
}

/** Headers of native clients; both names are in use, and sending both is accepted. */
const nativeClient = { 'x-idap-native-client': 'true', 'x-centrify-native-client': 'true' } as const;

/** Headers that a profile's extra headers can't override: message framing and authentication. */
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

/** Headers of a request to a tenant; the profile's extra headers override the native-client ones. */
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

/** A form with a `file` part, for importing webhooks. Source: RFC 7578. */
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
