import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import { discover, redirect, registerApplication } from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { createBrowserSession, type BrowserPage, type BrowserSession } from './browser-session.ts';

const tenant = useTenant();
const browse = (): BrowserSession => createBrowserSession(tenant.baseUrl);

function addressFor(clientId: string, parameters: Readonly<Record<string, string>> = {}): string {
  const request = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: redirect,
    state: 'a-state',
    ...parameters,
  });
  return `${tenant.baseUrl}/authorize?${request.toString()}`;
}

function signIn(browser: BrowserSession, page: BrowserPage): Promise<BrowserPage> {
  const { username, password } = tenant;
  return browser.submit(page, { username, password, decision: 'sign-in' });
}

const endOf = (page: BrowserPage): URLSearchParams => new URL(page.url).searchParams;

describe('a request with prompt=consent', () => {
  it('shows what the application wants, and ends once it is allowed', async () => {
    const { clientId } = await registerApplication(tenant, {
      profile: {
        KnownScopes: [
          { Scope: 'query', Description: 'Run queries <for> you', AllowedRest: ['/redrock/query'] },
        ],
      },
    });
    const browser = browse();
    const scope = 'openid email offline_access query nonsense';
    const form = await browser.open(addressFor(clientId, { prompt: 'consent', scope }));
    const consent = await signIn(browser, form);
    expect(consent.html).toContain('<h1>Authorize OpenID Connect</h1>');
    for (const message of [
      'Verify your identity',
      'View your email address',
      'Keep access when you are not using it',
    ])
      expect(consent.html).toContain(message);
    expect(consent.html).toContain('Run queries &lt;for&gt; you');
    expect(consent.html).not.toContain('nonsense');
    expect(consent.html).not.toContain('<script');
    expect(consent.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://127.0.0.1:54321",
    );
    const back = await browser.submit(consent, { decision: 'allow' });
    expect(back.url.startsWith(redirect)).toBe(true);
    const tokens = await client.authorizationCodeGrant(await discover(tenant, clientId), new URL(back.url), {
      expectedState: 'a-state',
    });
    expect(tokens.scope?.split(' ').sort()).toEqual(['email', 'offline_access', 'openid', 'query']);
    expect(tokens.refresh_token).toBeDefined();
  });

  it('asks a signed-in user only for consent, each time', async () => {
    const { clientId } = await registerApplication(tenant);
    const browser = browse();
    await signIn(browser, await browser.open(addressFor(clientId)));
    for (const round of [1, 2]) {
      const page = await browser.open(addressFor(clientId, { prompt: 'consent' }));
      expect([
        round,
        page.html.includes('name="password"'),
        page.html.includes('This application wants to'),
      ]).toEqual([round, false, true]);
      expect(endOf(await browser.submit(page, { decision: 'allow' })).has('code')).toBe(true);
    }
  });

  it('signs in first and then requests consent for prompt=login consent', async () => {
    const { clientId } = await registerApplication(tenant);
    const browser = browse();
    await signIn(browser, await browser.open(addressFor(clientId)));
    const form = await browser.open(addressFor(clientId, { prompt: 'login consent' }));
    const page = await signIn(browser, form);
    expect(page.html).toContain('This application wants to');
    expect(endOf(await browser.submit(page, { decision: 'allow' })).has('code')).toBe(true);
  });

  it('returns access_denied when the user denies it', async () => {
    const { clientId } = await registerApplication(tenant);
    const browser = browse();
    const page = await signIn(browser, await browser.open(addressFor(clientId, { prompt: 'consent' })));
    const end = endOf(await browser.submit(page, { decision: 'deny' }));
    expect([end.get('error'), end.get('code'), end.get('state')]).toEqual(['access_denied', null, 'a-state']);
  });

  it('keeps the sign-in of an offline_access refresh token over the end of the session', async () => {
    const { clientId } = await registerApplication(tenant);
    const configuration = await discover(tenant, clientId);
    const browser = browse();
    const scope = 'openid offline_access';
    const page = await signIn(
      browser,
      await browser.open(addressFor(clientId, { prompt: 'consent', scope })),
    );
    const back = await browser.submit(page, { decision: 'allow' });
    const tokens = await client.authorizationCodeGrant(configuration, new URL(back.url), {
      expectedState: 'a-state',
      idTokenExpected: true,
    });
    const end = client.buildEndSessionUrl(configuration, { id_token_hint: tokens.id_token ?? '' });
    await browser.submit(await browser.open(end.href), { logout: 'yes' });
    const renewed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '');
    expect(renewed.access_token).not.toBe(tokens.access_token);
  });
});

describe('an application whose people confirm what it wants', () => {
  it('is confirmed once, and again only for more', async () => {
    const profile = {
      ConfirmAuthorization: true,
      KnownScopes: [{ Scope: 'query', Description: '', AllowedRest: ['/redrock/query'] }],
    };
    const { clientId } = await registerApplication(tenant, { profile });
    const other = await registerApplication(tenant, { profile });
    const browser = browse();
    const silent = { prompt: 'none' };
    const page = await signIn(browser, await browser.open(addressFor(clientId)));
    expect(page.html).toContain('This application wants to');
    expect(endOf(await browser.open(addressFor(clientId, silent))).get('error')).toBe('consent_required');
    const again = await browser.open(addressFor(clientId));
    expect(endOf(await browser.submit(again, { decision: 'allow' })).has('code')).toBe(true);
    expect(endOf(await browser.open(addressFor(clientId))).has('code')).toBe(true);
    const otherServer = browse();
    expect(endOf(await signIn(otherServer, await otherServer.open(addressFor(clientId)))).has('code')).toBe(
      true,
    );
    expect((await browser.open(addressFor(clientId, { scope: 'openid email query' }))).html).toContain(
      'Use “query”',
    );
    expect((await browser.open(addressFor(other.clientId))).html).toContain('This application wants to');
  });
});
