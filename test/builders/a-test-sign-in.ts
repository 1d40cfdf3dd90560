import type { SignInStart, TestOutcome, TestSignIn } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { BrowserPage } from '../integration/browser-session.ts';
import { createBrowserSession } from '../integration/browser-session.ts';
import type { TenantAddress } from '../integration/tenant-process.ts';
import { aBrowser, type Browser } from './a-browser.ts';
import type { DeskInUse } from './use-desk.ts';

/** A user at a browser in which Tenant Desk has started a test sign-in. */
export interface TestedBrowser {
  readonly browser: Browser;
  /** The tenant's sign-in page, or where it redirected the browser instead. */
  readonly page: BrowserPage;
  /** Signs in, or presses another button; returns the form that the tenant posts back. */
  submit(fields: Readonly<Record<string, string>>): Promise<PostedForm>;
}

export interface PostedForm {
  readonly action: string;
  readonly fields: URLSearchParams;
}

export type Received = Extract<TestOutcome, { kind: 'received' }>;

export async function openTest(on: Pick<DeskInUse, 'tenant'>, test: TestSignIn): Promise<TestedBrowser> {
  const browser = aBrowser();
  const session = createBrowserSession(on.tenant.baseUrl);
  const page = await session.open(await browser.start(test.url ?? ''));
  return {
    browser,
    page,
    submit: async (fields) => formOf(await session.submit(page, fields)),
  };
}

/** The form of a page that submits itself. */
export function formOf(page: BrowserPage): PostedForm {
  const plain = (text: string): string =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&#x2F;', '/')
      .replaceAll('&#x3D;', '=')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  const action = /<form[^>]* action="([^"]+)"/.exec(page.html)?.[1];
  if (action === undefined) throw new Error(`No form at ${page.url}: ${page.html.slice(0, 500)}`);
  const inputs = [...page.html.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)];
  const fields = inputs.map(([, name = '', value = '']): [string, string] => [plain(name), plain(value)]);
  return { action: plain(action), fields: new URLSearchParams(fields) };
}

/** The test's user signs in with the tenant's password, and the form is sent back to Tenant Desk. */
export async function signInForTest(
  on: DeskInUse,
  applicationId: string,
  username: string,
  start: { readonly startFrom?: SignInStart; readonly relayState?: string } = {},
): Promise<TestSignIn> {
  const { call, tenantId } = on.colleague;
  const test = await call('testSignIns.start', { tenantId, applicationId, username, ...start });
  const [{ password }] = on.tenant.addresses as readonly [TenantAddress];
  const tested = await openTest(on, test);
  const { action, fields } = await tested.submit({ username, password, decision: 'sign-in' });
  await tested.browser.fetch(action, { method: 'POST', body: fields });
  return await testNow(on, test);
}

export async function testNow(
  on: Pick<DeskInUse, 'colleague'>,
  { id, applicationId }: TestSignIn,
): Promise<TestSignIn> {
  const { call, tenantId } = on.colleague;
  const found = (await call('testSignIns.list', { tenantId, applicationId })).find((one) => one.id === id);
  if (found === undefined) throw new Error('The test has ended.');
  return found;
}

export function received({ outcome }: TestSignIn): Received {
  if (outcome?.kind === 'received') return outcome;
  throw new Error(`Nothing was received: ${JSON.stringify(outcome)}`);
}
