import type { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { HttpResponse } from '../../platform/http/transport.ts';
import type { ReadJson } from '../../platform/json/read-json.ts';

/** Context of a call, with an optional request listener. */
export interface RequestContext extends CallContext {
  /** Called right before a request is sent: `isRead` if it has no side effects on the tenant. */
  readonly onRequest?: (request: { readonly isRead: boolean }) => void;
}

export interface ManagementCall<Result extends z.ZodType> {
  readonly tenantId: string;
  /** For example `/SaasManage/GetScript`. */
  readonly path: string;
  readonly body?: unknown;
  /** Schema of the envelope's `Result`. */
  readonly result: Result;
  /** The operation, for messages: `read the script of Payroll`. */
  readonly purpose: string;
  /** Parses the response in another thread and returns only the needed part. */
  readonly readJson?: ReadJson | undefined;
}

export interface AnalyticsCall<Response extends z.ZodType> {
  readonly tenantId: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the analytics root, for example `/rules`. The caller percent-encodes data in it. */
  readonly path: string;
  readonly json?: unknown;
  /** Sent as the `file` part of a multipart form. */
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
  /** Schema of the JSON body; `z.undefined()` for endpoints without one. */
  readonly response: Response;
  readonly purpose: string;
}

export interface ImageCall {
  readonly tenantId: string;
  /** As in a record of the tenant: a path such as `/vfslow/lib/application/icons/x.svg`, or a full URL. */
  readonly address: string;
  readonly maxBytes: number;
  readonly purpose: string;
}

/** A CORS preflight. Source: Fetch standard, "CORS-preflight request". */
export interface PreflightCall {
  readonly tenantId: string;
  /** Path of the management API, for example `/redrock/query`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly purpose: string;
}

/**
 * All requests to a tenant: handles authentication, extra headers, proxy, certificates, limits, timeouts, `Retry-After` and
 * cancellation. Every method throws a `DeskFailure`; see `errors.ts` in the contract for the codes.
 */
export interface TenantClient {
  /** POSTs to the management API and returns the parsed `Result` of a successful envelope. */
  manage<Result extends z.ZodType>(
    call: ManagementCall<Result>,
    context: RequestContext,
  ): Promise<z.output<Result>>;
  analytics<Response extends z.ZodType>(
    call: AnalyticsCall<Response>,
    context: RequestContext,
  ): Promise<z.output<Response>>;
  /** For responses that are stored unchanged, such as export files. Throws `response-too-large` over `maxBytes`. */
  analyticsBytes(
    call: Omit<AnalyticsCall<z.ZodUndefined>, 'response'> & { readonly maxBytes: number },
    context: RequestContext,
  ): Promise<Uint8Array>;
  /**
   * The bytes at a URL of the tenant's origin; undefined without a request for any other URL. Throws `response-too-large` over
   * `maxBytes`.
   */
  image(call: ImageCall, context: RequestContext): Promise<Uint8Array | undefined>;
  /** Sent without a token and the profile's extra headers, like a browser would. Returns a response with any status. */
  preflight(call: PreflightCall, context: RequestContext): Promise<HttpResponse>;
  /** `/sandbox/…` of an embedded tenant; throws `not-found` for other tenants. */
  sandbox<Response extends z.ZodType>(
    call: AnalyticsCall<Response>,
    context: RequestContext,
  ): Promise<z.output<Response>>;
}
