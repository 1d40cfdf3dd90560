import { readFile } from 'node:fs/promises';
import type { CustomScheme } from 'electron';
import { electronPolicy, policyOf } from '../content-security-policy.ts';
import { findRendererFile } from '../renderer-files.ts';

const scheme = 'app';
const host = 'desk';

/** The URL of the page, and the only one that our windows show. */
export const pageUrl = `${scheme}://${host}/index.html`;

/** Must be registered before the app is ready: a scheme with its own origin, unlike `file:`. */
export const appScheme: CustomScheme = {
  scheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/** True for URLs of our page and its files. */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  return parsed.protocol === `${scheme}:` && parsed.host === host;
}

/** Headers of every response. */
export const appHeaders = {
  'x-content-type-options': 'nosniff',
  // Both together: no other origin shares the page's process, so it may share memory with its workers.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** Serves `app://desk/…` from the built renderer, and nothing outside it. */
export async function serveApp(rendererFolder: string, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const headers = { ...appHeaders, 'content-security-policy': policyOf(pathname, electronPolicy) };
  const isAnswered = isAppUrl(request.url) && (request.method === 'GET' || request.method === 'HEAD');
  const file = isAnswered ? await findRendererFile(rendererFolder, pathname) : undefined;
  if (file === undefined) return new Response('Not found.', { status: 404, headers });
  return new Response(await readFile(file.path), {
    headers: { ...headers, 'content-type': file.contentType },
  });
}
