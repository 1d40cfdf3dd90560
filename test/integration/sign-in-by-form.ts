import { createBrowserSession } from './browser-session.ts';

/** An administrator of the embedded tenants; their sign-in page shows the password. */
export const administrator = { username: 'admin@acme.example', password: 'sandbox' } as const;

export interface FinishedSignIn {
  /** The loopback address to which the tenant sent the browser. */
  readonly callback: string;
  readonly page: Response;
}

/** Does what the person and the system browser do between `session.signIn` and the page at the end. */
export async function signInByForm(url: string): Promise<FinishedSignIn> {
  const browser = createBrowserSession(new URL(url).origin);
  const form = await browser.open(url);
  const back = await browser.submit(form, { ...administrator, decision: 'sign-in' });
  return { callback: back.url, page: await fetch(back.url) };
}
