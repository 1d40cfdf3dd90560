import type { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { HttpAnswer } from '../../platform/http/transport.ts';
import type { ReadJson } from '../../platform/json/read-json.ts';

/** What a call is made for, and what wants to know of its requests. */
export interface RequestContext extends CallContext {
  /** Called right before a request leaves: whether it only reads, or may change something at the tenant. */
  readonly onRequest?: (request: { readonly isRead: boolean }) => void;
}

export interface ManagementCall<Result extends z.ZodType> {
  readonly tenantId: string;
  /** For example `/SaasManage/GetScript`. */
  readonly path: string;
  readonly body?: unknown;
  /** Schema of the envelope's `Result`. */
  readonly result: Result;
  /** What is being done, for messages: `read the script of Payroll`. */
  readonly purpose: string;
  /** For an answer most of which is not to come to this thread: reads it elsewhere, and answers what is to come. */
  readonly readJson?: ReadJson | undefined;
}

export interface AnalyticsCall<Response extends z.ZodType> {
  readonly tenantId: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the analytics root, for example `/rules`. Parts that come from data are percent-encoded by the caller. */
  readonly path: string;
  readonly json?: unknown;
  /** A file sent as the part `file` of a multipart form. */
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
  /** Schema of the JSON body; `z.undefined()` for endpoints that answer without one. */
  readonly response: Response;
  readonly purpose: string;
}

export interface ImageCall {
  readonly tenantId: string;
  /** As a record of the tenant names it: a path such as `/vfslow/lib/application/icons/x.svg`, or a whole address. */
  readonly address: string;
  readonly maxBytes: number;
  readonly purpose: string;
}

/** What a browser asks before it lets a page of another origin call. Source: Fetch standard, "CORS-preflight request". */
export interface PreflightCall {
  readonly tenantId: string;
  /** Of the management API, for example `/redrock/query`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly purpose: string;
}

/**
 * The one way to a tenant: authentication, extra headers, proxy, certificates, limits, timeouts, retries after
 * `Retry-After` and cancellation live behind it. Every method throws a `DeskFailure`; see `errors.ts` in
 * the contract for the codes.
 */
export interface TenantClient {
  /** POSTs to the management API and answers the parsed `Result` of a successful envelope. */
  manage<Result extends z.ZodType>(
    call: ManagementCall<Result>,
    context: RequestContext,
  ): Promise<z.output<Result>>;
  analytics<Response extends z.ZodType>(
    call: AnalyticsCall<Response>,
    context: RequestContext,
  ): Promise<z.output<Response>>;
  /** For answers that are kept as they came, such as export files. Throws `response-too-large` over `maxBytes`. */
  analyticsBytes(
    call: Omit<AnalyticsCall<z.ZodUndefined>, 'response'> & { readonly maxBytes: number },
    context: RequestContext,
  ): Promise<Uint8Array>;
  /**
   * The bytes at an address of the tenant's own site; undefined for an address of any other, which is not asked. Throws
   * `response-too-large` over `maxBytes`.
   */
  image(call: ImageCall, context: RequestContext): Promise<Uint8Array | undefined>;
  /** Sent as it is, without a sign-in and the profile's extra headers, which no browser would send. Any status is an answer. */
  preflight(call: PreflightCall, context: RequestContext): Promise<HttpAnswer>;
  /** `/sandbox/…` of an embedded tenant; throws `not-found` when the profile says it is not one. */
  sandbox<Response extends z.ZodType>(
    call: AnalyticsCall<Response>,
    context: RequestContext,
  ): Promise<z.output<Response>>;
}
