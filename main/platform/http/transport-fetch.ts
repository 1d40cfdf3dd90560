import type { CustomFetch, FetchBody } from 'openid-client';
import type { Transport } from './transport.ts';

/** Documents of OpenID Connect providers are small. */
const maxBytes = 1024 * 1024;
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A fetch for openid-client that uses the transport: same proxy, certificates and limits, no redirects, no retries, canceled by
 * either signal.
 */
export function createTransportFetch(
  transport: Transport,
  signal: AbortSignal,
  purpose: string,
): CustomFetch {
  return async (url, options) => {
    const method = options.method;
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`${method} is not used in a sign-in.`);
    const body = await bytesOf(options.body);
    const response = await transport.send({
      method,
      url,
      headers: options.headers,
      ...(body === undefined ? {} : { body }),
      signal: options.signal === undefined ? signal : AbortSignal.any([signal, options.signal]),
      maxBytes,
      purpose,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined && name !== 'content-encoding' && name !== 'content-length') {
        headers.set(name, Array.isArray(value) ? value.join(', ') : value);
      }
    }
    const hasBody = !statusesWithoutBody.has(response.status);
    return new Response(hasBody ? Uint8Array.from(response.body) : null, {
      status: response.status,
      headers,
    });
  };
}

async function bytesOf(body: FetchBody): Promise<string | Uint8Array | undefined> {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  return new Uint8Array(await new Response(body).arrayBuffer());
}
