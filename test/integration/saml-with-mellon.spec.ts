import { describe, expect, it } from 'vitest';
import type { SamlApplication } from '../builders/a-saml-application.ts';
import { aSamlApplication } from '../builders/a-saml-application.ts';
import type { SentResponse } from '../builders/a-saml-service.ts';
import { aSamlService, sentResponse } from '../builders/a-saml-service.ts';
import { useTenant } from '../builders/use-tenant.ts';
import type { MellonService } from '../fakes/mellon-service.ts';
import { freePort, hasMellon, mellonAcsUrl, mellonEntityId, startMellon } from '../fakes/mellon-service.ts';
import { createBrowserSession } from './browser-session.ts';
import { administratorName } from './sign-in-by-form.ts';

const tenant = useTenant();

interface Connected {
  readonly app: SamlApplication;
  readonly mellon: MellonService;
}

async function connect(members: Readonly<Record<string, unknown>> = {}): Promise<Connected> {
  const port = await freePort();
  const { key } = await aSamlService();
  const provider = { entityId: mellonEntityId(port), acsUrl: mellonAcsUrl(port), key };
  const { certificate } = key;
  const own = {
    WantAuthnRequestsSigned: true,
    RequestSigningCertificates: [certificate],
    EncryptionCertificate: certificate,
  };
  const app = await aSamlApplication(tenant, { ...own, ...members }, provider);
  const metadata = await (await fetch(app.metadataUrl)).text();
  return { app, mellon: await startMellon({ port, key, metadata }) };
}

interface Started {
  /** Where Apache sends the browser. */
  readonly location: string;
  readonly cookie: string;
}

async function start({ baseUrl }: MellonService): Promise<Started> {
  const result = await fetch(`${baseUrl}/secret/?page=1&b=%22`, { redirect: 'manual' });
  const login = result.headers.get('location') ?? '';
  const cookie = cookiesOf(result);
  if (!login.startsWith(baseUrl)) return { location: login, cookie };
  const next = await fetch(login, { redirect: 'manual', headers: { cookie } });
  return { location: next.headers.get('location') ?? '', cookie: cookiesOf(next) || cookie };
}

const cookiesOf = (result: Response): string =>
  result.headers
    .getSetCookie()
    .map((text) => text.split(';')[0] ?? '')
    .join('; ');

async function signIn(location: string, decision = 'sign-in'): Promise<SentResponse> {
  const browser = createBrowserSession(tenant.baseUrl);
  const form = { username: administratorName, password: tenant.password, decision };
  return sentResponse(await browser.submit(await browser.open(location), form));
}

/** Posts the response as the page of the tenant does. */
function deliver({ acsUrl, xml, relayState }: SentResponse, cookie: string): Promise<Response> {
  const fields = {
    SAMLResponse: Buffer.from(xml).toString('base64'),
    ...(relayState === undefined ? {} : { RelayState: relayState }),
  };
  const body = new URLSearchParams(fields);
  return fetch(acsUrl, { method: 'POST', body, headers: { cookie }, redirect: 'manual' });
}

async function follow(result: Response, cookie: string): Promise<Response> {
  const own = cookiesOf(result) || cookie;
  return fetch(result.headers.get('location') ?? '', { headers: { cookie: own }, redirect: 'manual' });
}

describe.skipIf(!(await hasMellon()))('an Apache with mod_auth_mellon', () => {
  it.each([
    ['a signed assertion', {}],
    ['a signed response', { SignResponse: true, WantAssertionSigned: false }],
  ])('signs a user in with %s, at the requested page', async (_what, members) => {
    const connected = await connect(members);
    await using mellon = connected.mellon;
    const { location, cookie } = await start(mellon);
    expect(location).toContain(`${connected.app.signInUrl}?SAMLRequest=`);
    expect(location).toContain('&Signature=');
    const result = await deliver(await signIn(location), cookie);
    expect([result.status, await mellon.errors()]).toEqual([303, expect.not.stringContaining('error]')]);
    expect(result.headers.get('location')).toBe(`${mellon.baseUrl}/secret/?page=1&b=%22`);
    const page = await follow(result, cookie);
    expect(await page.text()).toContain('The secret page');
    expect(page.headers.get('x-name-id')).toBe(administratorName);
    expect(page.headers.get('x-email')).toBe(administratorName);
  });

  it('reads an encrypted assertion', async () => {
    const connected = await connect({ EncryptAssertion: true });
    await using mellon = connected.mellon;
    const { location, cookie } = await start(mellon);
    const sent = await signIn(location);
    expect(sent.xml).toContain('<saml:EncryptedAssertion');
    const result = await deliver(sent, cookie);
    expect([result.status, await mellon.errors()]).toEqual([303, expect.not.stringContaining('error]')]);
    expect((await follow(result, cookie)).headers.get('x-name-id')).toBe(administratorName);
  });

  it('takes a sign-in that starts at the tenant', async () => {
    const connected = await connect();
    await using mellon = connected.mellon;
    const relayState = `${mellon.baseUrl}/secret/`;
    const sent = await signIn(`${connected.app.signInUrl}?RelayState=${encodeURIComponent(relayState)}`);
    const { cookie } = await start(mellon);
    const result = await deliver(sent, cookie);
    expect([result.status, result.headers.get('location')]).toEqual([303, relayState]);
  });

  it('rejects a response that was changed or sent twice, and a canceled sign-in', async () => {
    const connected = await connect();
    await using mellon = connected.mellon;
    const { location, cookie } = await start(mellon);
    const sent = await signIn(location);
    const changed = { ...sent, xml: sent.xml.replaceAll(administratorName, 'evil@acme.example') };
    expect((await deliver(changed, cookie)).status).toBeGreaterThanOrEqual(400);
    expect((await deliver(sent, cookie)).status).toBe(303);
    expect((await deliver(sent, cookie)).status).toBeGreaterThanOrEqual(400);
    const again = await start(mellon);
    const canceled = await deliver(await signIn(again.location, 'cancel'), again.cookie);
    expect(canceled.status).toBeGreaterThanOrEqual(400);
    expect(await mellon.errors()).toContain('AuthnFailed');
  });
});
