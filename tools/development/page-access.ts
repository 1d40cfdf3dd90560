import { z } from 'zod';
import { policyOf } from '../../main/platform/host/content-security-policy.ts';

/** How a host of `npm run dev` gets the page from the Vite server. */
export const pageAccessSchema = z.strictObject({
  /** Origin of the page server, on loopback. */
  origin: z.url(),
  /** Sent with each request: the server rejects requests without it. */
  key: z.string().min(32),
  /**
   * Where the page is notified of changed modules. Its path is random, and only the page itself contains it.
   */
  socketUrl: z.url({ protocol: /^ws$/ }),
});

export type PageAccess = z.infer<typeof pageAccessSchema>;

export const keyHeader = 'x-development-key';

/** Request headers that affect Vite's response. */
const forwarded = ['accept', 'if-none-match', 'sec-fetch-dest'];

interface PageRequest {
  /** Path and query. */
  readonly path: string;
  /** Content security policy of the page in this host. */
  readonly policy: string;
  readonly header: (name: string) => string | null | undefined;
}

/** Requests the page server, and responds with the page's development policy. */
export async function fetchPage(
  access: PageAccess,
  { path, policy, header }: PageRequest,
): Promise<Response> {
  const headers = new Headers({ [keyHeader]: access.key });
  for (const name of forwarded) {
    const value = header(name);
    if (typeof value === 'string') headers.set(name, value);
  }
  const response = await fetch(`${access.origin}${path}`, { headers, redirect: 'manual' });
  const responseHeaders = new Headers({ 'content-security-policy': developmentPolicy(policy, path, access) });
  for (const name of ['content-type', 'cache-control', 'etag']) {
    const value = response.headers.get(name);
    if (value !== null) responseHeaders.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers: responseHeaders });
}

/**
 * Matches the worker that runs scripts, to apply its policy; in development it has the name of its source.
 */
const scriptWorker = /\/script-worker\.ts\?.*worker/;
const builtScriptWorker = '/assets/script-worker-development.js';

/**
 * The page's policy in development. It has one difference: the page may connect to the socket through which
 * Vite reports changes. Vite also sets styles at run time, which the page may do anyway, and needs no inline
 * script and no `eval`.
 */
export function developmentPolicy(
  policy: string,
  path: string,
  { socketUrl }: Pick<PageAccess, 'socketUrl'>,
): string {
  const isScriptWorker = scriptWorker.test(path);
  const usual = policyOf(isScriptWorker ? builtScriptWorker : path, policy);
  if (isScriptWorker) return usual;
  return usual.includes('connect-src ')
    ? usual.replace('connect-src ', `connect-src ${socketUrl} `)
    : `${usual}; connect-src ${socketUrl}`;
}
