import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SentResponse } from '../builders/a-saml-service.ts';
import {
  authnRequest,
  decryptedAssertion,
  newRequestId,
  postForm,
  redirectUrl,
  sentResponse,
  signedParts,
  statusMessageOf,
  statusOf,
} from '../builders/a-saml-service.ts';
import type { SamlApplication } from '../builders/a-saml-application.ts';
import { aSamlApplication, updateApplication } from '../builders/a-saml-application.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { createAuthority } from '../fakes/certificate.ts';
import type { BrowserPage, BrowserSession } from './browser-session.ts';
import { createBrowserSession } from './browser-session.ts';
import { administratorName } from './sign-in-by-form.ts';

const tenant = useTenant();
const anApplication = (members?: Readonly<Record<string, unknown>>): Promise<SamlApplication> =>
  aSamlApplication(tenant, members);

async function certificateOf({ id }: SamlApplication): Promise<string> {
  const result = await fetch(`${tenant.baseUrl}/saasManage/DownloadSAMLMetadataForApp?appkey=${id}`);
  const text = /<ds:X509Certificate>([^<]+)</.exec(await result.text())?.[1] ?? '';
  return new X509Certificate(Buffer.from(text, 'base64')).toString();
}

const aBrowser = (): BrowserSession => createBrowserSession(tenant.baseUrl);

/** Fills in the sign-in page that is shown, as the administrator. */
const signIn = (
  browser: BrowserSession,
  page: BrowserPage,
  username: string = administratorName,
): Promise<BrowserPage> => browser.submit(page, { username, password: tenant.password, decision: 'sign-in' });

async function signInWith(url: string, browser = aBrowser()): Promise<SentResponse> {
  return sentResponse(await signIn(browser, await browser.open(url)));
}

const attributesOf = (xml: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...xml.matchAll(/<saml:Attribute Name="([^"]*)">(.*?)<\/saml:Attribute>/gs)].map(([, name, values]) => [
      name ?? '',
      [...(values ?? '').matchAll(/<saml:AttributeValue>(.*?)<\/saml:AttributeValue>/gs)].map(
        ([, value]) => value ?? '',
      ),
    ]),
  );

describe('a sign-in to a SAML application', () => {
  it('that the application begins by redirect gets a signed assertion of its script', async () => {
    const app = await anApplication();
    const id = newRequestId();
    const relayState = '"><script>alert(1)</script>&amp;=ü';
    const before = Date.now();
    const sent = await signInWith(
      redirectUrl(app.signInUrl, authnRequest(app.service, app.signInUrl, { id }), { relayState }),
    );
    expect(sent.acsUrl).toBe(app.service.acsUrl);
    expect(sent.relayState).toBe(relayState);
    expect(statusOf(sent)).toEqual(['Success']);
    const [response = '', assertion = ''] = signedParts(sent.xml, await certificateOf(app));
    expect(response).toContain(`Destination="${app.service.acsUrl}"`);
    expect(response).toContain(`InResponseTo="${id}"`);
    expect(assertion).toMatch(/^<saml:Assertion /);
    expect(assertion).toContain(`<saml:Issuer>${app.issuer}</saml:Issuer>`);
    expect(assertion).toContain(`<saml:Audience>${app.service.entityId}</saml:Audience>`);
    expect(assertion).toContain(`>${administratorName}</saml:NameID>`);
    expect(assertion).toMatch(
      new RegExp(`<saml:SubjectConfirmationData InResponseTo="${id}" NotOnOrAfter="[^"]+" Recipient="`),
    );
    const ends = Date.parse(/<saml:Conditions [^>]*NotOnOrAfter="([^"]+)"/.exec(assertion)?.[1] ?? '');
    expect(ends).toBeGreaterThanOrEqual(before + 5 * 60_000);
    expect(ends).toBeLessThanOrEqual(Date.now() + 5 * 60_000);
    expect(attributesOf(assertion)).toMatchObject({ email: [administratorName] });
    expect(attributesOf(assertion)['roles']).toContain('System Administrator');
  });

  it('that the application starts with a posted request from its own origin works the same way', async () => {
    const app = await anApplication();
    const browser = aBrowser();
    const xml = authnRequest(app.service, app.signInUrl);
    const page = await browser.post(app.signInUrl, postForm(xml, 'state-1'));
    const sent = sentResponse(await signIn(browser, page));
    expect(statusOf(sent)).toEqual(['Success']);
    expect(sent.relayState).toBe('state-1');
    const foreign = await fetch(app.signInUrl, {
      method: 'POST',
      body: postForm(authnRequest(app.service, app.signInUrl)),
      headers: { origin: 'https://payroll.example' },
      redirect: 'manual',
    });
    expect(foreign.status).toBe(303);
  });

  it('that starts at the tenant has no request, and the relay state of the record', async () => {
    const app = await anApplication({ RelayState: 'https://payroll.example/start?a=1&b=2' });
    const sent = await signInWith(app.signInUrl);
    expect(statusOf(sent)).toEqual(['Success']);
    expect(sent.xml).not.toContain('InResponseTo');
    expect(sent.relayState).toBe('https://payroll.example/start?a=1&b=2');
  });

  it('returns the relay state of the request, unless the script overwrites it', async () => {
    const setting = async (overwrites: boolean): Promise<SentResponse> => {
      const app = await anApplication({ Script: `setRelayState('/reports', ${overwrites});` });
      const xml = authnRequest(app.service, app.signInUrl);
      return signInWith(redirectUrl(app.signInUrl, xml, { relayState: 'asked' }));
    };
    expect((await setting(false)).relayState).toBe('asked');
    expect((await setting(true)).relayState).toBe('/reports');
  });

  it('does not prompt users who are signed in, unless the request demands it', async () => {
    const app = await anApplication();
    const other = await anApplication();
    const browser = aBrowser();
    const first = await signInWith(app.signInUrl, browser);
    const second = sentResponse(
      await browser.open(
        redirectUrl(
          other.signInUrl,
          authnRequest(other.service, other.signInUrl, { attributes: ' IsPassive="true"' }),
        ),
      ),
    );
    expect(statusOf(second)).toEqual(['Success']);
    const indexOf = ({ xml }: SentResponse) => /SessionIndex="([^"]+)"/.exec(xml)?.[1];
    expect(indexOf(first)).toMatch(/^_/);
    expect(indexOf(second)).not.toBe(indexOf(first));
    const page = await browser.open(
      redirectUrl(app.signInUrl, authnRequest(app.service, app.signInUrl, { attributes: ' ForceAuthn="1"' })),
    );
    expect(page.html).toContain('Sign in to');
    expect(page.html).toContain('to continue to Payroll');
  });

  it('runs no page for a passive request: it is answered with NoPassive', async () => {
    const app = await anApplication();
    const page = await aBrowser().open(
      redirectUrl(
        app.signInUrl,
        authnRequest(app.service, app.signInUrl, { attributes: ' IsPassive="true"' }),
      ),
    );
    const sent = sentResponse(page);
    expect(statusOf(sent)).toEqual(['Responder', 'NoPassive']);
    expect(signedParts(sent.xml, await certificateOf(app))).toHaveLength(1);
  });
});

describe('the response to a SAML application', () => {
  it('has the format, the context and the signatures that script, record and request ask for', async () => {
    const app = await anApplication({
      WantAssertionSigned: 'False',
      SignResponse: 'True',
      Script: "setSubjectName('zoe');\nsetSignatureType('Response');\nsetDigestMethodAlgorithm('sha384');",
    });
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    const context = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password';
    const content = `<samlp:NameIDPolicy Format="${format}" AllowCreate="true"/><samlp:RequestedAuthnContext><saml:AuthnContextClassRef>${context}</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>`;
    const { xml } = await signInWith(
      redirectUrl(app.signInUrl, authnRequest(app.service, app.signInUrl, { content })),
    );
    expect(xml).toContain(`<saml:NameID Format="${format}">zoe</saml:NameID>`);
    expect(xml).toContain(`<saml:AuthnContextClassRef>${context}</saml:AuthnContextClassRef>`);
    expect(xml.match(/<ds:Signature /g)).toHaveLength(1);
    expect(xml).toContain('Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha384"');
    expect(xml.indexOf('<ds:Signature ')).toBeLessThan(xml.indexOf('<samlp:Status>'));
  });

  it('goes to another registered address where the request names it, by URL or by index', async () => {
    const second = 'https://payroll.example/second/acs';
    const app = await anApplication({
      AdditionalACSUrls: [second, 'javascript:alert(1)'],
      Script: "setAttribute('at', ServiceUrl);",
    });
    const requestWith = (attributes: string): string =>
      redirectUrl(app.signInUrl, authnRequest(app.service, app.signInUrl, { attributes }));
    const byUrl = await signInWith(requestWith(` AssertionConsumerServiceURL="${second}"`));
    const byIndex = await signInWith(requestWith(' AssertionConsumerServiceIndex="1"'));
    expect([byUrl.acsUrl, byIndex.acsUrl]).toEqual([second, second]);
    expect(attributesOf(byUrl.xml)).toEqual({ at: [second] });
    expect(byUrl.xml).toContain(`Recipient="${second}"`);
    const unknown = await aBrowser().open(requestWith(' AssertionConsumerServiceIndex="2"'));
    expect(unknown.status).toBe(403);
  });

  it('is encrypted for the certificate of the application', async () => {
    const app = await anApplication();
    await updateApplication(tenant, app.id, {
      EncryptAssertion: true,
      EncryptionCertificate: app.service.key.certificate,
    });
    const { xml } = await signInWith(app.signInUrl);
    expect(xml).not.toContain(administratorName);
    const decrypted = await decryptedAssertion(xml, app.service.key.privateKey);
    expect(decrypted).toContain(`>${administratorName}</saml:NameID>`);
    expect(signedParts(decrypted, await certificateOf(app))).toHaveLength(1);
  });

  it('has the attributes of the record before those of the script, which replace them', async () => {
    const app = await anApplication({
      SamlAttributes: {
        Attributes: [
          { Name: 'email', Value: 'LoginUser.Email // of work' },
          { Name: 'roles', Value: 'LoginUser.RoleNames' },
          { Name: 'department', Value: "LoginUser.Get('department')" },
        ],
      },
      Script: "setAttribute('department', 'ops');\nsetAttribute('locale', 'en');",
    });
    const { xml } = await signInWith(app.signInUrl);
    const attributes = attributesOf(xml);
    expect(Object.keys(attributes)).toEqual(['email', 'roles', 'department', 'locale']);
    expect(attributes).toMatchObject({ email: [administratorName], department: ['ops'], locale: ['en'] });
    expect(attributes['roles']).toContain('System Administrator');
  });

  it('is a status that names the attribute of the record whose value is no expression', async () => {
    const app = await anApplication({
      SamlAttributes: [
        { Name: 'first', Value: "'fine'" },
        { Name: 'second', Value: 'NoSuchName.Email' },
      ],
    });
    const sent = await signInWith(app.signInUrl);
    expect(statusOf(sent)).toEqual(['Responder']);
    expect(statusMessageOf(sent)).toContain('attribute second in the settings');
  });

  it('has the recipient of the record, unless the script sets one', async () => {
    const recipient = 'https://payroll.example/recipient';
    const app = await anApplication({ Recipient: recipient });
    expect((await signInWith(app.signInUrl)).xml).toContain(`Recipient="${recipient}"`);
    await updateApplication(tenant, app.id, { Script: 'setRecipient(ServiceUrl);' });
    expect((await signInWith(app.signInUrl)).xml).toContain(`Recipient="${app.service.acsUrl}"`);
  });

  it.each([
    [
      'a name ID format that it does not have',
      { NameIDFormat: 'persistent' },
      ['Requester', 'InvalidNameIDPolicy'],
      '<samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"/>',
    ],
    [
      'a context that a password does not meet',
      {},
      ['Responder', 'NoAuthnContext'],
      '<samlp:RequestedAuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:X509</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>',
    ],
    ['an assertion while its script throws', { Script: "throw new Error('a <b> & c');" }, ['Responder'], ''],
    ['an assertion of SAML 1.1', { Script: "setVersion('1');" }, ['Responder', 'RequestUnsupported'], ''],
  ])('is a status where the application wants %s', async (_what, members, status, content) => {
    const app = await anApplication(members);
    const url = redirectUrl(app.signInUrl, authnRequest(app.service, app.signInUrl, { content }), {
      relayState: 'kept',
    });
    const browser = aBrowser();
    const page = await browser.open(url);
    const sent = sentResponse(page.html.includes('SAMLResponse') ? page : await signIn(browser, page));
    expect(statusOf(sent)).toEqual(status);
    expect(sent.relayState).toBe('kept');
    expect(sent.xml).not.toContain('<saml:Assertion');
    expect(signedParts(sent.xml, await certificateOf(app))).toHaveLength(1);
  });

  it('is a status for a person whom the application is not assigned to, and the tenant records it', async () => {
    const app = await anApplication({
      AppRoles: { Publish: [], UnPublish: [] },
      Script: "throw new Error('must not run');",
    });
    const sent = await signInWith(app.signInUrl);
    expect(statusOf(sent)).toEqual(['Responder', 'RequestDenied']);
    const { Result } = await tenant.ask(
      `Select FailReason from Event where EntityID = '${app.id}' and EventType = 'Cloud.Core.LoginFail'`,
    );
    expect(JSON.stringify(Result)).toContain('Application not published to the user');
  });

  it('is a status for a person who cancels', async () => {
    const app = await anApplication();
    const browser = aBrowser();
    const page = await browser.open(redirectUrl(app.signInUrl, authnRequest(app.service, app.signInUrl)));
    const sent = sentResponse(await browser.submit(page, { decision: 'cancel' }));
    expect(statusOf(sent)).toEqual(['Responder', 'AuthnFailed']);
  });

  it('is recorded as a launch of the application', async () => {
    const app = await anApplication();
    await signInWith(app.signInUrl);
    const { Result } = await tenant.ask(
      `Select NormalizedUser from Event where EntityID = '${app.id}' and EventType = 'Cloud.Saas.Application.AppLaunch'`,
    );
    expect(Result).toMatchObject({ FullCount: 1 });
  });
});

describe('a SAML application', () => {
  const { certificate: elliptic } = createAuthority();

  it.each([
    ['EncryptAssertion', { EncryptAssertion: true }, 'needs an EncryptionCertificate'],
    ['EncryptionCertificate', { EncryptionCertificate: 'abc' }, 'invalid certificate'],
    ['EncryptionCertificate', { EncryptionCertificate: elliptic }, 'must have an RSA key'],
    ['RequestSigningCertificates', { RequestSigningCertificates: [elliptic, 'abc'] }, 'invalid certificate'],
    ['WantAuthnRequestsSigned', { WantAuthnRequestsSigned: 'True' }, 'needs a certificate'],
  ])('is not changed if %s could not work', async (Member, members, message) => {
    const { id } = await anApplication();
    const result = await tenant.call('/SaasManage/UpdateApplicationDE', { _RowKey: id, ...members });
    expect(result).toMatchObject({ success: false, ErrorID: 'InvalidParameter', Result: { Member } });
    expect(result.Message).toContain(message);
  });
});
