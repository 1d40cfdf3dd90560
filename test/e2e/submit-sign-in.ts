import { createBrowserSession } from '../integration/browser-session.ts';

/**
 * Completes the sign-in to an embedded tenant that Tenant Desk started at this URL: with the user whom the page suggests,
 * and the password that the page of a sandbox contains.
 * @throws an error with the page that was shown instead of the end of a sign-in.
 */
export async function submitSignIn(url: string, password?: string): Promise<void> {
  const session = createBrowserSession();
  const form = await session.open(url);
  const valueOf = (name: string): string =>
    new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(form.html)?.[1] ?? '';
  const end = await session.submit(form, {
    username: valueOf('username'),
    password: password ?? valueOf('password'),
    decision: 'sign-in',
  });
  if (!/<h1[^>]*>[^<]*signed in/i.test(end.html))
    throw new Error(`The sign-in ended at ${end.url}: ${end.html}`);
}
