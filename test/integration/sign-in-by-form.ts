import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { aBrowser } from '../builders/a-browser.ts';
import type { BrowserPage } from './browser-session.ts';
import { createBrowserSession } from './browser-session.ts';
import type { TenantAddress } from './tenant-process.ts';

/** The administrator of every embedded tenant. */
export const administratorName = 'admin@acme.example';

export interface FinishedSignIn {
  /** The loopback address to which the tenant sent the browser. */
  readonly callback: string;
  readonly page: Response;
}

/**
 * Does what the person and the system browser do between `session.signIn` and the page at the end. `typed`: the password where the
 * form does not have it filled in.
 */
export async function signInByForm(opened: string, typed?: string): Promise<FinishedSignIn> {
  const loopback = aBrowser();
  const url = await loopback.start(await startUrlOf(opened));
  const browser = createBrowserSession(new URL(url).origin);
  const form = await browser.open(url);
  const password = typed ?? filledIn(form);
  const back = await browser.submit(form, { username: administratorName, password, decision: 'sign-in' });
  return { callback: back.url, page: await loopback.fetch(back.url) };
}

/** The target that the system opened: a URL, or a file of the user that leads to it. */
async function startUrlOf(opened: string): Promise<string> {
  if (!opened.startsWith('file:')) return opened;
  const link = /content="0;url=([^"]*)"/.exec(await readFile(fileURLToPath(opened), 'utf8'))?.[1];
  if (link === undefined) throw new Error(`${opened} leads nowhere.`);
  return link;
}

/** The initial value of the password field of a sign-in page. */
export function filledIn({ html }: BrowserPage): string {
  const value = /<input id="password"[^>]* value="([^"]*)"/.exec(html)?.[1];
  if (value === undefined) throw new Error(`There is no password field: ${html.slice(0, 300)}`);
  return value;
}

/** The URL at which another program on this machine starts a sign-in. */
export function authorizationAddress({ baseUrl, clientId }: TenantAddress): string {
  const request = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'http://127.0.0.1:54321/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'a-state',
    nonce: 'a-nonce',
  });
  return `${baseUrl}/authorize?${request.toString()}`;
}
