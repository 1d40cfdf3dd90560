import { describe, expect, it } from 'vitest';
import type { SignInCheck } from '../../contract/test-sign-ins.ts';
import { openTest, received, signInForTest, testNow } from '../builders/a-test-sign-in.ts';
import { aSamlService } from '../builders/a-saml-service.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const acsUrl = 'https://payroll.example/saml/acs';
const audience = 'https://payroll.example/saml';

/** A SAML application of everybody. */
async function add(members: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const [{ _RowKey: id }] = (await on.tenant.manage('/SaasManage/ImportAppFromTemplate', {
    ID: 'Generic SAML',
  })) as [{ readonly _RowKey: string }];
  await on.tenant.manage('/SaasManage/UpdateApplicationDE', {
    _RowKey: id,
    Name: 'Payroll',
    Audience: audience,
    ACSUrl: acsUrl,
    Script: '@Empty',
    AppRoles: { Publish: [{ ID: 'Everybody' }] },
    ...members,
  });
  return id;
}

async function somebody(): Promise<string> {
  const { call, tenantId } = on.colleague;
  const [person] = await call('testSignIns.people', { tenantId });
  return person?.username ?? '';
}

const failedOf = (checks: readonly SignInCheck[]) => checks.filter(({ state }) => state === 'failed');

describe('a test sign-in to a SAML application', () => {
  it('shows the assertion, checked, with the line of the script that set each value', async () => {
    const script = [
      `setAudience('${audience}');`,
      "setSubjectName('zoe');",
      "setAttribute('mail', LoginUser.Get('mail'));",
      "setAttributeArray('Groups', ['Payroll', 'VPN']);",
      "setCustomAttribute('title', 'https://schemas.example/claims', 'Lead');",
    ].join('\n');
    const test = await signInForTest(on, await add({ Script: script, SignResponse: true }), await somebody());
    const { checks, sections, sources } = received(test);
    expect(failedOf(checks)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      'Signature valid',
      'Certificate current',
      'Issuer matches',
      'Destination matches',
      'Recipient matches',
      'Audience matches',
      'Answers this request',
      'Not expired',
      'Bearer confirmation',
    ]);
    expect(checks[0]?.fact).toBe('RSA-SHA256, response and assertion');
    const value = (title: string, name: string) =>
      sections.find((one) => one.title === title)?.values.find((one) => one.name === name);
    expect(value('Subject', 'NameID')).toMatchObject({ values: ['zoe'], setBy: { line: 2 } });
    expect(value('Conditions', 'Audience')).toMatchObject({ values: [audience], setBy: { line: 1 } });
    expect(value('Subject', 'Recipient')).toMatchObject({ values: [acsUrl], setBy: 'tenant' });
    expect(value('Attributes', 'mail')?.setBy).toEqual({ line: 3 });
    expect(value('Attributes', 'Groups')).toEqual({
      name: 'Groups',
      values: ['Payroll', 'VPN'],
      setBy: { line: 4 },
    });
    expect(value('Attributes', 'https://schemas.example/claims/title')?.setBy).toEqual({ line: 5 });
    expect(sources[0]?.text).toContain('<samlp:Response');
  });

  it('says what an application would reject, with what it received and expected', async () => {
    const script =
      "setAudience('https://payroll.example/v2');\nsetRecipient('https://elsewhere.example/acs');";
    const { checks, sections } = received(
      await signInForTest(on, await add({ Script: script }), await somebody()),
    );
    expect(failedOf(checks)).toEqual([
      expect.objectContaining({
        name: 'Recipient matches',
        received: 'https://elsewhere.example/acs',
        expected: acsUrl,
      }),
      expect.objectContaining({
        name: 'Audience matches',
        received: 'https://payroll.example/v2',
        expected: audience,
      }),
    ]);
    expect(sections.find(({ title }) => title === 'Conditions')?.values[0]?.setBy).toEqual({ line: 1 });
  });

  it('works for one that signs its requests, and for one that encrypts, and says what was not tested', async () => {
    const { certificate } = (await aSamlService()).key;
    const members = {
      WantAuthnRequestsSigned: true,
      RequestSigningCertificates: certificate,
      EncryptAssertion: true,
      EncryptionCertificate: certificate,
    };
    const { checks, notes } = received(await signInForTest(on, await add(members), await somebody()));
    expect(failedOf(checks)).toEqual([]);
    expect(notes.join(' ')).toMatch(/encrypted.*was not signed/);
  });

  it('says in words what the SAML status of a refusal is', async () => {
    const failing = await signInForTest(
      on,
      await add({ Script: "throw new Error('No cost center')" }),
      await somebody(),
    );
    expect(failing.outcome).toEqual({
      kind: 'refused',
      title: 'The tenant could not answer',
      explanation: expect.stringContaining('No cost center'),
      code: 'Responder',
    });
    const unassigned = await signInForTest(
      on,
      await add({ AppRoles: { UnPublish: [{ ID: 'Everybody' }] } }),
      await somebody(),
    );
    expect(unassigned.outcome).toMatchObject({
      title: 'The tenant denied access',
      code: 'Responder, RequestDenied',
    });
  });

  it('does not believe a response that was changed, and takes none that answers another request', async () => {
    const { call, tenantId } = on.colleague;
    const test = await call('testSignIns.start', {
      tenantId,
      applicationId: await add(),
      username: await somebody(),
    });
    const tested = await openTest(on, test);
    const [{ password }] = on.tenant.addresses;
    const { action, fields } = await tested.submit({
      username: test.person.username,
      password,
      decision: 'sign-in',
    });
    expect(action).not.toContain('payroll.example');
    const xml = Buffer.from(fields.get('SAMLResponse') ?? '', 'base64').toString();
    const post = (text: string) =>
      tested.browser.fetch(action, {
        method: 'POST',
        body: new URLSearchParams({ SAMLResponse: Buffer.from(text).toString('base64') }),
      });
    expect((await post(xml.replaceAll(/InResponseTo="[^"]*"/g, 'InResponseTo="_other"'))).status).toBe(400);
    expect((await post(`<!DOCTYPE a>${xml}`)).status).toBe(400);
    expect((await post('<html/>')).status).toBe(400);
    expect((await testNow(on, test)).outcome).toBeNull();
    await post(xml.replace(/(<saml:NameID[^>]*>)[^<]*/, '$1admin'));
    const [signature] = received(await testNow(on, test)).checks;
    expect(signature).toMatchObject({
      state: 'failed',
      explanation: expect.stringContaining("doesn't match"),
    });
  });

  it('says before it begins what the application is missing', async () => {
    const { call, tenantId } = on.colleague;
    const applicationId = await add({ Audience: '', ACSUrl: '', Url: '' });
    await expect(
      call('testSignIns.start', { tenantId, applicationId, username: await somebody() }),
    ).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('an audience') },
    });
  });
});
