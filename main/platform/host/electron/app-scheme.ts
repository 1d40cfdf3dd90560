import { readFile } from 'node:fs/promises';
import type { CustomScheme } from 'electron';
import { electronPolicy, policyOf } from '../content-security-policy.ts';
import { findRendererFile } from '../renderer-files.ts';

const scheme = 'app';
const host = 'desk';

/** The address of the page, and the only one that a window of ours shows. */
export const pageUrl = `${scheme}://${host}/index.html`;

/** To be registered before the app is ready: a scheme with an origin of its own, unlike `file:`. */
export const appScheme: CustomScheme = {
  scheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/** True for addresses of our own page and its files. */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  return parsed.protocol === `${scheme}:` && parsed.host === host;
}

/** Of every answer. */
export const appHeaders = {
  'x-content-type-options': 'nosniff',
  // Both together: nothing of another origin gets into the page's process, so it may share memory with its workers.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** Answers a request for `app://desk/…` from the built renderer, and nothing outside of it. */
export async function serveApp(rendererFolder: string, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const headers = { ...appHeaders, 'content-security-policy': policyOf(pathname, electronPolicy) };
  const isAnswered = isAppUrl(request.url) && (request.method === 'GET' || request.method === 'HEAD');
  const file = isAnswered ? await findRendererFile(rendererFolder, pathname) : undefined;
  if (file === undefined) return new Response('There is nothing at this address.', { status: 404, headers });
  return new Response(await readFile(file.path), {
    headers: { ...headers, 'content-type': file.contentType },
  });
}
