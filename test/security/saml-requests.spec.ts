import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { SamlApplication } from '../builders/a-saml-application.ts';
import { aSamlApplication, updateApplication } from '../builders/a-saml-application.ts';
import type { SentResponse } from '../builders/a-saml-service.ts';
import {
  aSamlService,
  authnRequest,
  newRequestId,
  postForm,
  redirectUrl,
  sentResponse,
  signedRequest,
  statusMessageOf,
  statusOf,
} from '../builders/a-saml-service.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { createBrowserSession, type BrowserPage } from '../integration/browser-session.ts';
import { administratorName } from '../integration/sign-in-by-form.ts';

const tenant = useTenant();
const denied = ['Requester', 'RequestDenied'];

const open = (url: string): Promise<BrowserPage> => createBrowserSession(tenant.baseUrl).open(url);
const post = (app: SamlApplication, xml: string): Promise<BrowserPage> =>
  createBrowserSession(tenant.baseUrl).post(app.signInUrl, postForm(xml));
const isSignInPage = ({ html }: BrowserPage): boolean => html.includes('to continue to Payroll');

async function aSigningApplication(): Promise<SamlApplication> {
  const service = await aSamlService();
  return aSamlApplication(
    tenant,
    { WantAuthnRequestsSigned: true, RequestSigningCertificates: [service.key.base64] },
    service,
  );
}

/** An error page, and nothing that is posted anywhere. */
function expectErrorPage(page: BrowserPage, status: number, text: string): void {
  expect(page.status).toBe(status);
  expect(page.html).toContain('role="alert"');
  expect(page.html).toContain(text);
  expect(page.html).not.toContain('SAMLResponse');
}

function expectDenied(page: BrowserPage, app: SamlApplication): SentResponse {
  const sent = sentResponse(page);
  expect(sent.acsUrl).toBe(app.service.acsUrl);
  expect(statusOf(sent)).toEqual(denied);
  return sent;
}

describe('a SAML request of an application that must sign its requests', () => {
  it('is accepted if the signature matches, with either binding', async () => {
    const app = await aSigningApplication();
    const { key } = app.service;
    const xml = authnRequest(app.service, app.signInUrl);
    expect(isSignInPage(await open(redirectUrl(app.signInUrl, xml, { key, relayState: 'a b&c' })))).toBe(
      true,
    );
    expect(isSignInPage(await post(app, signedRequest(xml, key)))).toBe(true);
    const metadata = await (await fetch(app.metadataUrl)).text();
    expect(metadata).toContain('WantAuthnRequestsSigned="true"');
  });

  it('is denied without a signature', async () => {
    const app = await aSigningApplication();
    const xml = authnRequest(app.service, app.signInUrl);
    for (const page of [await open(redirectUrl(app.signInUrl, xml)), await post(app, xml)])
      expect(statusMessageOf(expectDenied(page, app))).toContain("isn't signed");
  });

  it('is denied if it was changed, is signed with a foreign key, or with SHA-1', async () => {
    const app = await aSigningApplication();
    const { key } = app.service;
    const foreign = (await aSamlService()).key;
    const xml = authnRequest(app.service, app.signInUrl, { attributes: ' ForceAuthn="true"' });
    const url = redirectUrl(app.signInUrl, xml, { key, relayState: 'mine' });
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
    const pages = [
      await open(url.replace('RelayState=mine', 'RelayState=yours')),
      await open(url.replace('&RelayState=mine', '')),
      await open(url.replace(/rsa-sha256/, 'rsa-sha1')),
      await open(redirectUrl(app.signInUrl, xml, { key: foreign })),
      await post(app, signedRequest(xml, key).replace('ForceAuthn="true"', 'ForceAuthn="false"')),
      await post(app, signedRequest(xml, foreign)),
      await post(app, signedRequest(xml, key, sha1)),
    ];
    for (const page of pages) expectDenied(page, app);
  });

  it('is denied if the signature is over another element than the request', async () => {
    const app = await aSigningApplication();
    const { key } = app.service;
    const genuine = signedRequest(authnRequest(app.service, app.signInUrl), key);
    const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(genuine)?.[0] ?? '';
    const bare = genuine.replace(signature, '');
    const evil = (content: string, id = newRequestId()): string =>
      authnRequest(app.service, app.signInUrl, { id, content });
    const idOf = /ID="([^"]+)"/.exec(genuine)?.[1] ?? '';
    const wrapped = [
      // The genuine request within the forged one: whole, without its signature, or in the signature itself.
      evil(`<samlp:Extensions>${genuine}</samlp:Extensions>`),
      evil(`${signature}<samlp:Extensions>${bare}</samlp:Extensions>`),
      evil(signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)),
      // Both with the same ID.
      evil(`${signature}<samlp:Extensions>${bare}</samlp:Extensions>`, idOf),
      // Two signatures.
      genuine.replace(signature, signature + signature),
      // A reference to nothing in particular, and one of two.
      genuine.replace(`URI="#${idOf}"`, 'URI=""'),
      genuine.replace('</ds:SignedInfo>', '<ds:Reference URI="#x"/></ds:SignedInfo>'),
    ];
    for (const xml of wrapped) {
      const page = await post(app, xml);
      expect(isSignInPage(page)).toBe(false);
      if (page.status === 200) expectDenied(page, app);
      else expectErrorPage(page, 400, 'The SAML request is invalid.');
    }
  });

  it('has only the signed value if a comment splits it', async () => {
    const app = await aSigningApplication();
    const xml = signedRequest(authnRequest(app.service, app.signInUrl), app.service.key);
    const split = xml.replace(app.service.entityId, app.service.entityId.replace('/saml', '<!-- -->/saml'));
    expect(isSignInPage(await post(app, split))).toBe(true);
  });

  it('is denied for another identity provider, and without a Destination', async () => {
    const app = await aSigningApplication();
    const { key } = app.service;
    for (const destination of [null, 'https://idp.example/sso']) {
      const xml = authnRequest(app.service, app.signInUrl, { destination });
      expect(statusMessageOf(expectDenied(await post(app, signedRequest(xml, key)), app))).toContain(
        'Destination',
      );
    }
  });
});

describe('a SAML request', () => {
  it.each([
    ['a foreign ACS', ' AssertionConsumerServiceURL="https://evil.example/acs"'],
    [
      'an ACS that only looks like a registered one',
      ' AssertionConsumerServiceURL="HTTPS://payroll.example/saml/acs?"',
    ],
    ['an ACS that is no web address', ' AssertionConsumerServiceURL="javascript:alert(1)"'],
    ['an index of nothing', ' AssertionConsumerServiceIndex="__proto__"'],
  ])('that names %s gets an error page', async (_what, attributes) => {
    const app = await aSamlApplication(tenant);
    const xml = authnRequest(app.service, app.signInUrl, { attributes });
    expectErrorPage(await open(redirectUrl(app.signInUrl, xml)), 403, 'assertion consumer service URL');
  });

  it('of another service provider gets an error page', async () => {
    const app = await aSamlApplication(tenant);
    const issuer = 'https://evil.example/&lt;script&gt;';
    const page = await open(redirectUrl(app.signInUrl, authnRequest(app.service, app.signInUrl, { issuer })));
    expectErrorPage(page, 400, app.service.entityId);
    expect(page.html).not.toContain('<script>');
  });

  it('that unpacks to more than the size limit is rejected before it is unpacked', async () => {
    const app = await aSamlApplication(tenant);
    const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 'a')).toString('base64');
    expect(bomb.length).toBeLessThan(96 * 1024);
    const form = new URLSearchParams({ SAMLRequest: bomb });
    const memory = process.memoryUsage.rss();
    const redirected = await open(`${app.signInUrl}?${form.toString().slice(0, 12_000)}`);
    expectErrorPage(redirected, 413, 'larger than 64 KiB');
    expect(process.memoryUsage.rss() - memory).toBeLessThan(256 * 1024 * 1024);
    const posted = await createBrowserSession(tenant.baseUrl).post(
      app.signInUrl,
      postForm(`<x>${'a'.repeat(70 * 1024)}</x>`),
    );
    expectErrorPage(posted, 413, 'larger than 64 KiB');
    const huge = await createBrowserSession(tenant.baseUrl).post(
      app.signInUrl,
      postForm('a'.repeat(1024 * 1024)),
    );
    expectErrorPage(huge, 413, 'too large');
  });

  it.each([
    [
      'a DOCTYPE with entities',
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
      'DOCTYPE',
    ],
    ['an entity that nobody declared', '<x>&e;</x>', 'well-formed'],
    ['a processing instruction', '<?xml-stylesheet href="x"?><x/>', 'processing instruction'],
    ['elements without end', '<x>'.repeat(5000), 'nested deeper'],
    ['no XML', 'hello', 'well-formed'],
    [
      'another message',
      '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>',
      'not an AuthnRequest',
    ],
    ['another namespace', '<AuthnRequest ID="_1"/>', 'not an AuthnRequest'],
  ])('with %s gets an error page', async (_what, xml, text) => {
    const app = await aSamlApplication(tenant);
    expectErrorPage(await open(redirectUrl(app.signInUrl, xml)), 400, text);
    expectErrorPage(await post(app, xml), 400, text);
  });

  it.each([
    ['not base64', 'SAMLRequest=%00%ff!'],
    ['not deflated', `SAMLRequest=${encodeURIComponent(Buffer.from('<x/>').toString('base64'))}`],
    ['there twice', 'SAMLRequest=a&SAMLRequest=b'],
    ['empty', 'SAMLRequest='],
  ])('that is %s gets an error page', async (_what, query) => {
    const app = await aSamlApplication(tenant);
    expectErrorPage(await open(`${app.signInUrl}?${query}`), 400, 'SAMLRequest');
  });

  it.each([
    ['too old', -11 * 60_000],
    ['from the future', 5 * 60_000],
  ])('that is %s is denied', async (_what, shift) => {
    const app = await aSamlApplication(tenant);
    const xml = authnRequest(app.service, app.signInUrl, { issuedAt: Date.now() + shift });
    expectDenied(await open(redirectUrl(app.signInUrl, xml)), app);
  });

  it('gets one assertion, however often it is sent', async () => {
    const app = await aSamlApplication(tenant);
    const url = redirectUrl(app.signInUrl, authnRequest(app.service, app.signInUrl));
    const browser = createBrowserSession(tenant.baseUrl);
    const form = { username: administratorName, password: tenant.password, decision: 'sign-in' };
    const first = sentResponse(await browser.submit(await browser.open(url), form));
    expect(statusOf(first)).toEqual(['Success']);
    const again = expectDenied(await browser.open(url), app);
    expect(statusMessageOf(again)).toContain('already answered');
    expect(again.xml).not.toContain('<saml:Assertion');
  });

  it('with a relay state that is too long gets an error page', async () => {
    const app = await aSamlApplication(tenant);
    const xml = authnRequest(app.service, app.signInUrl);
    const page = await open(redirectUrl(app.signInUrl, xml, { relayState: 'x'.repeat(5000) }));
    expectErrorPage(page, 400, 'RelayState');
  });
});

describe('the sign-in to a SAML application', () => {
  it('that is disabled, not set up, deleted, or of another kind gets an error page', async () => {
    const app = await aSamlApplication(tenant);
    await updateApplication(tenant, app.id, { State: 'Disabled' });
    expectErrorPage(await open(app.signInUrl), 403, 'is disabled');
    await updateApplication(tenant, app.id, { State: 'Configured', Audience: '', ACSUrl: '' });
    expectErrorPage(await open(app.signInUrl), 400, 'audience and assertion consumer service URL');
    await updateApplication(tenant, app.id, { Audience: 'urn:a', ACSUrl: 'javascript:alert(1)' });
    expectErrorPage(await open(app.signInUrl), 400, 'must start with http');
    await tenant.call('/SaasManage/DeleteApplication', { _RowKey: [app.id] });
    expectErrorPage(await open(app.signInUrl), 404, 'No SAML application');
    const other = await tenant.addApplication('Generic OpenID Connect');
    expectErrorPage(await open(`${tenant.baseUrl}/applogin/appKey/${other}`), 404, 'No SAML application');
  });

  it('ends only once, for the application and the browser page for which it started', async () => {
    const app = await aSamlApplication(tenant);
    const other = await aSamlApplication(tenant);
    const begin = async ({ signInUrl }: SamlApplication): Promise<URL> => {
      const response = await fetch(signInUrl, { redirect: 'manual' });
      return new URL(response.headers.get('location') ?? '', tenant.baseUrl);
    };
    const browser = createBrowserSession(tenant.baseUrl);
    const form = { username: administratorName, password: tenant.password, decision: 'sign-in' };
    const page = await browser.submit(await browser.open((await begin(app)).href), form);
    expect(statusOf(sentResponse(page))).toEqual(['Success']);
    expectErrorPage(await browser.open(page.url), 400, 'was completed');
    const code = new URL(page.url).searchParams.get('code') ?? '';
    const pending = (await begin(other)).searchParams.get('state') ?? '';
    const mixed = `${tenant.baseUrl}/applogin/return?state=${pending}&code=${code}`;
    expectErrorPage(await browser.open(mixed), 400, 'was completed');
  });

  it('has no client with a guessable secret', async () => {
    const app = await aSamlApplication(tenant);
    const response = await fetch(`${tenant.baseUrl}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`saml%3A${app.id}:guessed`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', code: 'a', redirect_uri: 'b' }),
    });
    expect(response.status).toBe(401);
  });

  it('never shows the relay state as HTML, and posts only to web URLs', async () => {
    const relayState = `'"><img src=x onerror=alert(1)></form>`;
    const app = await aSamlApplication(tenant, { RelayState: relayState, Name: '<b>Payroll</b>' });
    const browser = createBrowserSession(tenant.baseUrl);
    const form = { username: administratorName, password: tenant.password, decision: 'sign-in' };
    const page = await browser.submit(await browser.open(app.signInUrl), form);
    expect(sentResponse(page).relayState).toBe(relayState);
    expect(page.html).not.toContain('<img');
    expect(page.html).not.toContain('<b>');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('form-action http: https:');
    expect(policy).toMatch(/script-src 'nonce-[\w+/]{24}'/);
    expect(page.headers.get('cache-control')).toBe('no-store');
  });
});
