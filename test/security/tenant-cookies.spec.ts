import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { redirect, registerApplication } from '../builders/a-relying-party.ts';
import { tenantRoutes } from '../builders/tenant-routes.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { createBrowserSession } from '../integration/browser-session.ts';

const tenant = useTenant(() => ['--apps', '0', '--events', '0']);
const routes = await tenantRoutes();
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };

interface Visited {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** As a browser goes to a page. Not with `fetch`, which has to say in its headers that it fetches. */
async function visit(path: string, method = 'GET'): Promise<Visited> {
  const sent = request(new URL(path, tenant.baseUrl), { method, headers: navigation }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return { status: response.statusCode ?? 0, headers, html: await text(response) };
}

async function authorization(): Promise<string> {
  const { clientId } = await registerApplication(tenant);
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirect,
    nonce: 'a-nonce',
  });
  return `/authorize?${query.toString()}`;
}

const privatePathIn = (html: string): string => /\/d\/[\w-]{43}/.exec(html)?.[0] ?? '';
/** Cookies that a browser stores, with their paths, without those that are deleted. */
const cookiePaths = (response: Visited): string[] =>
  response.headers
    .getSetCookie()
    .filter((cookie) => !/expires=Thu, 01 Jan 1970/i.test(cookie))
    .map((cookie) => /; *path=([^;]*)/i.exec(cookie)?.[1] ?? 'none');

describe('a browser, which sends cookies of this host to every port', () => {
  it('gets no cookie for a predictable path, at any route', async () => {
    const target = await authorization();
    const paths = [target, ...routes.map(({ path }) => path.replaceAll(/:\w+/g, 'anything'))];
    for (const path of new Set(paths))
      for (const method of ['GET', 'POST']) {
        const response = await visit(path, method);
        expect([method, path, cookiePaths(response)]).toEqual([method, path, []]);
      }
  });

  it('is redirected to a path of 256 random bits, and has all its cookies there', async () => {
    const target = await authorization();
    const [first, second] = [(await visit(target)).html, (await visit(target)).html];
    const path = privatePathIn(first);
    expect(path).not.toBe('');
    expect(privatePathIn(second)).not.toBe(path);
    const page = await visit(`${path}${target}`);
    expect(page.status).toBe(302);
    expect(page.headers.get('location')).toMatch(new RegExp(`^(http://[^/]+)?${path}/signin/`));
    const paths = cookiePaths(page);
    expect(paths.length).toBeGreaterThan(0);
    for (const one of paths) expect(one.startsWith(`${path}/`)).toBe(true);
  });

  it('has the session only under its path after the sign-in', async () => {
    const target = await authorization();
    const path = privatePathIn((await visit(target)).html);
    const browser = createBrowserSession(tenant.baseUrl);
    const page = await browser.open(`${tenant.baseUrl}${path}${target}`);
    const credentials = { username: tenant.username, password: tenant.password, decision: 'sign-in' };
    const back = await browser.submit(page, credentials);
    expect(new URL(back.url).searchParams.has('code')).toBe(true);
    const silent = async (prefix: string): Promise<URL> =>
      new URL((await browser.open(`${tenant.baseUrl}${prefix}${target}&prompt=none`)).url);
    expect((await silent(path)).searchParams.has('code')).toBe(true);
    expect((await silent('')).searchParams.get('error')).toBe('login_required');
    const foreign = privatePathIn((await visit(target)).html);
    expect((await silent(foreign)).searchParams.get('error')).toBe('login_required');
  });

  it('gets a sign-in page that cannot run foreign scripts', async () => {
    const target = `${await authorization()}&state=${encodeURIComponent('"></noscript><script>')}`;
    const response = await visit(target);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'nonce-/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.html.match(/<script/g)).toHaveLength(1);
  });
});

describe('the private path', () => {
  const path = `/d/${'x'.repeat(43)}`;

  it.each(['/SaasManage/GetCategories', '/analytics/services/v1.0/rules', '/token', '/userinfo', '/d', ''])(
    'has no other way to %s',
    async (rest) => {
      for (const method of ['GET', 'POST']) expect((await visit(`${path}${rest}`, method)).status).toBe(404);
    },
  );

  it('opens the controls only with a token', async () => {
    expect((await visit(`${path}/sandbox/status`)).status).toBe(401);
    expect((await visit(`${path}/sandbox/reset`, 'POST')).status).toBe(401);
  });
});
