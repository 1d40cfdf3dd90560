import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SamlApplication } from '../builders/a-saml-application.ts';
import { aSamlApplication } from '../builders/a-saml-application.ts';
import type { SentResponse } from '../builders/a-saml-service.ts';
import { aSamlService, sentResponse } from '../builders/a-saml-service.ts';
import { useTenant } from '../builders/use-tenant.ts';
import type { Pysaml, PysamlRequest, PysamlService } from '../fakes/pysaml2-service.ts';
import { hasPysaml2, startPysaml } from '../fakes/pysaml2-service.ts';
import { createBrowserSession } from './browser-session.ts';
import { administratorName } from './sign-in-by-form.ts';

const tenant = useTenant();
const isInstalled = hasPysaml2();
let pysaml: Pysaml | undefined;

beforeAll(() => {
  if (isInstalled) pysaml = startPysaml();
});
afterAll(() => pysaml?.stop());

interface Connected {
  readonly app: SamlApplication;
  readonly service: PysamlService;
}

async function connect(
  members: Readonly<Record<string, unknown>> = {},
  { signRequests = false } = {},
): Promise<Connected> {
  const provider = await aSamlService();
  const { certificate } = provider.key;
  const signing = { WantAuthnRequestsSigned: true, RequestSigningCertificates: [certificate] };
  const all = {
    SignResponse: true,
    EncryptionCertificate: certificate,
    ...(signRequests ? signing : {}),
    ...members,
  };
  const app = await aSamlApplication(tenant, all, provider);
  const metadata = await (await fetch(app.metadataUrl)).text();
  if (pysaml === undefined) throw new Error('pysaml2 is not running.');
  return { app, service: pysaml.service(provider, { metadata, signRequests }) };
}

/** Does with a request what a browser and the administrator do. */
async function carry({ url, form }: PysamlRequest, decision = 'sign-in'): Promise<SentResponse> {
  const browser = createBrowserSession(tenant.baseUrl);
  const page =
    form === undefined ? await browser.open(url) : await browser.post(url, new URLSearchParams(form));
  const entered = { username: administratorName, password: tenant.password, decision };
  return sentResponse(page.html.includes('SAMLResponse') ? page : await browser.submit(page, entered));
}

const base64 = ({ xml }: SentResponse): string => Buffer.from(xml).toString('base64');

describe.skipIf(!isInstalled)('a service provider made of pysaml2', () => {
  it.each(['redirect', 'post'] as const)('signs a user in by %s, with a signed request', async (binding) => {
    const { app, service } = await connect({}, { signRequests: true });
    const request = await service.request(binding, '/start?a=1&b="2"');
    const sent = await carry(request);
    expect(sent).toMatchObject({ acsUrl: app.service.acsUrl, relayState: '/start?a=1&b="2"' });
    const session = await service.receive(base64(sent), request.id);
    expect(session).toMatchObject({
      nameId: administratorName,
      inResponseTo: request.id,
      issuer: app.issuer,
      context: ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'],
    });
    expect(session.attributes['email']).toEqual([administratorName]);
    expect(session.attributes['roles']).toContain('System Administrator');
  });

  it.each(['sha256', 'sha384', 'sha512'])('takes signatures with %s', async (digest) => {
    const { service } = await connect({ Script: `setDigestMethodAlgorithm('${digest}');` });
    const request = await service.request('redirect', '');
    expect((await service.receive(base64(await carry(request)), request.id)).nameId).toBe(administratorName);
  });

  it('decrypts an encrypted assertion', async () => {
    const { service } = await connect({ EncryptAssertion: true });
    const request = await service.request('redirect', '');
    const sent = await carry(request);
    expect(sent.xml).not.toContain(administratorName);
    expect((await service.receive(base64(sent), request.id)).nameId).toBe(administratorName);
  });

  it('rejects responses to another request, for another recipient, or with changes', async () => {
    const { service } = await connect();
    const request = await service.request('redirect', '');
    const sent = await carry(request);
    await expect(service.receive(base64(sent), '_another')).rejects.toThrow('UnsolicitedResponse');
    const changed = { ...sent, xml: sent.xml.replaceAll(administratorName, 'evil@acme.example') };
    await expect(service.receive(base64(changed), request.id)).rejects.toThrow(/Signature/);
    const { service: other } = await connect({ Script: "setAudience('https://elsewhere.example');" });
    const misled = await other.request('redirect', '');
    const response = await carry(misled);
    await expect(other.receive(base64(response), misled.id)).rejects.toThrow(/AudienceRestriction|Exception/);
  });

  it.each([
    ['StatusAuthnFailed', {}, 'cancel'],
    ['StatusRequestDenied', { AppRoles: { Publish: [], UnPublish: [] } }, 'sign-in'],
    ['status:Responder', { Script: "throw new Error('no');" }, 'sign-in'],
  ])('gets %s', async (kind, members, decision) => {
    const { service } = await connect(members);
    const request = await service.request('redirect', '');
    const sent = await carry(request, decision);
    await expect(service.receive(base64(sent), request.id)).rejects.toThrow(kind);
  });
});
