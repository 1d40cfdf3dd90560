import { z } from 'zod';
import { policyOf } from '../../main/platform/host/content-security-policy.ts';

/** How a host of `npm run dev` gets the page from the server that Vite runs in. */
export const pageAccessSchema = z.strictObject({
  /** Of the page server, on loopback. */
  origin: z.url(),
  /** Sent with each request: the server answers nobody else. */
  key: z.string().min(32),
  /** At which the page is told of changed modules. Its path is random, and only the page itself names it. */
  socketUrl: z.url({ protocol: /^ws$/ }),
});

export type PageAccess = z.infer<typeof pageAccessSchema>;

export const keyHeader = 'x-development-key';

/** Which of these headers a request has decides what Vite answers, and whether at all. */
const forwarded = ['accept', 'if-none-match', 'sec-fetch-dest'];

interface PageRequest {
  /** Path and query. */
  readonly path: string;
  /** The policy of the page in this host. */
  readonly policy: string;
  readonly header: (name: string) => string | null | undefined;
}

/** Asks the page server, and answers with the policy that the page has in development. */
export async function fetchPage(
  access: PageAccess,
  { path, policy, header }: PageRequest,
): Promise<Response> {
  const headers = new Headers({ [keyHeader]: access.key });
  for (const name of forwarded) {
    const value = header(name);
    if (typeof value === 'string') headers.set(name, value);
  }
  const answer = await fetch(`${access.origin}${path}`, { headers, redirect: 'manual' });
  const answered = new Headers({ 'content-security-policy': developmentPolicy(policy, path, access) });
  for (const name of ['content-type', 'cache-control', 'etag']) {
    const value = answer.headers.get(name);
    if (value !== null) answered.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers: answered });
}

/** What the build calls the worker in which scripts run, to get its policy; in development it has the name of its source. */
const scriptWorker = /\/script-worker\.ts\?.*worker/;
const builtScriptWorker = '/assets/script-worker-development.js';

/**
 * The policy of the page in development. It differs in one thing: the page may connect to the socket at which Vite tells it
 * what changed. Vite sets styles at run time as well, which the page may do anyway, and needs no inline script and no `eval`.
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
