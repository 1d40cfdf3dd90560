import { describe, expect, it } from 'vitest';
import type { SignInCheck } from '../../contract/test-sign-ins/test-sign-ins.ts';
import { formOf, openTest, received, signInForTest, testNow } from '../builders/a-test-sign-in.ts';
import { aSamlService } from '../builders/a-saml-service.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import { createBrowserSession } from './browser-session.ts';

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
    const attributes = [{ Name: 'city', Value: "'Basel'" }];
    const members = { Script: script, SignResponse: true, SamlAttributes: attributes };
    const test = await signInForTest(on, await add(members), await somebody());
    const { checks, sections, sources } = received(test);
    expect(failedOf(checks)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      'Signature valid',
      'Certificate current',
      'Issuer matches',
      'Destination matches',
      'Recipient matches',
      'Audience matches',
      'InResponseTo matches',
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
    expect(value('Attributes', 'city')).toMatchObject({ values: ['Basel'], setBy: 'settings' });
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
    expect(notes.join(' ')).toMatch(/encrypted.*wasn’t signed/);
  });

  it('explains the SAML status of a rejection', async () => {
    const failing = await signInForTest(
      on,
      await add({ Script: "throw new Error('No cost center')" }),
      await somebody(),
    );
    expect(failing.outcome).toEqual({
      kind: 'rejected',
      title: 'The tenant couldn’t respond',
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

describe('a test sign-in that starts at the tenant', () => {
  const startFrom = 'tenant' as const;

  it('expects no InResponseTo, and the relay state that was asked for', async () => {
    const relayState = 'https://payroll.example/reports?id=7&x=1';
    const test = await signInForTest(on, await add(), await somebody(), { startFrom, relayState });
    expect(test.startFrom).toBe('tenant');
    const { checks, sections, notes } = received(test);
    expect(failedOf(checks)).toEqual([]);
    expect(checks).toContainEqual({ name: 'InResponseTo absent', state: 'passed', fact: 'no InResponseTo' });
    expect(checks).toContainEqual({ name: 'Relay state returned', state: 'passed', fact: relayState });
    expect(checks.map(({ name }) => name)).not.toContain('InResponseTo matches');
    const [subject] = sections;
    expect(subject?.values.map(({ name }) => name)).not.toContain('In response to');
    expect(subject?.values).toContainEqual({ name: 'Relay state', values: [relayState], setBy: 'tenant' });
    expect(notes.join(' ')).toContain('started at the tenant');
    expect(test.steps.map(({ title }) => title)).toEqual([
      'Start at the tenant',
      'Sign-in',
      'Response',
      'Validation',
    ]);
  });

  it('says that the script replaced the relay state, and where', async () => {
    const script = "trace('begun');\nsetRelayState('https://payroll.example/home', true);";
    const { checks, sections } = received(
      await signInForTest(on, await add({ Script: script }), await somebody(), {
        startFrom,
        relayState: 'asked',
      }),
    );
    expect(failedOf(checks)).toEqual([
      expect.objectContaining({
        name: 'Relay state returned',
        received: 'https://payroll.example/home',
        expected: 'asked',
      }),
    ]);
    expect(sections[0]?.values.find(({ name }) => name === 'Relay state')?.setBy).toEqual({ line: 2 });
  });

  it('fails for a response that answers a request', async () => {
    const { call, tenantId } = on.colleague;
    const applicationId = await add();
    const username = await somebody();
    const test = await call('testSignIns.start', { tenantId, applicationId, username, startFrom });
    const tested = await openTest(on, test);
    const [{ password }] = on.tenant.addresses;
    const { action, fields } = await tested.submit({ username, password, decision: 'sign-in' });
    const xml = Buffer.from(fields.get('SAMLResponse') ?? '', 'base64').toString();
    const changed = xml.replace('<samlp:Response ', '<samlp:Response InResponseTo="_another" ');
    await tested.browser.fetch(action, {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse: Buffer.from(changed).toString('base64') }),
    });
    const { checks } = received(await testNow(on, test));
    expect(failedOf(checks)).toContainEqual(
      expect.objectContaining({ name: 'InResponseTo absent', received: '_another' }),
    );
  });

  it('does not send what others ask of the tenant to the test receiver', async () => {
    const { call, tenantId } = on.colleague;
    const applicationId = await add();
    const username = await somebody();
    await call('testSignIns.start', { tenantId, applicationId, username, startFrom });
    const session = createBrowserSession(on.tenant.baseUrl);
    const url = new URL(`/applogin/appKey/${applicationId}`, on.tenant.baseUrl);
    url.searchParams.set('sandbox_test_request', '_0123456789abcdef0123456789abcdef01234567');
    const page = await session.open(url.href);
    const [{ password }] = on.tenant.addresses;
    const { action } = formOf(await session.submit(page, { username, password, decision: 'sign-in' }));
    expect(action).toBe(acsUrl);
  });
});

describe('the draft of the script beside what a test received', () => {
  const script = [
    `setAudience('${audience}');`,
    "setAttribute('Department', 'IT');",
    "setAttribute('old', 'gone soon');",
  ].join('\n');

  async function typeScript(applicationId: string, draft: string): Promise<void> {
    const base = { application: 'Payroll', script };
    await openDraft(on.colleague, { kind: 'script', targetId: applicationId, base }).type({
      ...base,
      script: draft,
    });
  }

  async function tested(members: Readonly<Record<string, unknown>> = {}) {
    const { tenantId } = on.colleague;
    const applicationId = await add({ Script: script, ...members });
    const { id } = await signInForTest(on, applicationId, await somebody());
    return { applicationId, of: { tenantId, id } };
  }

  it('shows what it would add, remove and change for the user of the test, and what comes from settings', async () => {
    const { call } = on.colleague;
    const { applicationId, of } = await tested({
      SamlAttributes: [{ Name: 'mail', Value: 'LoginUser.Email' }],
    });
    expect(await call('testSignIns.compareDraft', of)).toBeUndefined();
    await typeScript(
      applicationId,
      "setAttribute('Department', 'ops');\nsetAttribute('CostCenter', '4711');\nsetAttribute('mail', 'me');",
    );
    const comparison = await call('testSignIns.compareDraft', of);
    if (comparison?.kind !== 'compared') throw new Error(`Not compared: ${JSON.stringify(comparison)}`);
    expect(comparison.failureNow).toBeNull();
    expect(comparison.values.filter(({ sign }) => sign !== 'same')).toEqual([
      {
        ...{ name: 'mail', sign: 'changed', before: [expect.stringContaining('@')], after: ['me'] },
        ...{ beforeSetBy: 'settings', afterSetBy: { line: 3 } },
      },
      {
        ...{ name: 'Department', sign: 'changed', before: ['IT'], after: ['ops'] },
        ...{ beforeSetBy: { line: 2 }, afterSetBy: { line: 1 } },
      },
      { name: 'CostCenter', sign: 'added', before: null, after: ['4711'], afterSetBy: { line: 2 } },
      { name: 'Audience', sign: 'removed', before: [audience], after: null, beforeSetBy: { line: 1 } },
      { name: 'old', sign: 'removed', before: ['gone soon'], after: null, beforeSetBy: { line: 3 } },
    ]);
    expect(comparison.tenantNames).toContain('Audience');
  });

  it('takes the audience of the settings for one that the draft would replace', async () => {
    const { applicationId, of } = await tested({ Script: "setAttribute('a', '1');" });
    await typeScript(applicationId, "setAudience('urn:other');\nsetAttribute('a', '1');");
    expect(await on.colleague.call('testSignIns.compareDraft', of)).toMatchObject({
      values: expect.arrayContaining([
        expect.objectContaining({
          name: 'Audience',
          sign: 'changed',
          before: [audience],
          after: ['urn:other'],
        }),
      ]),
    });
  });

  it('says where a draft stops, and what one would send that no longer stops', async () => {
    const { applicationId, of } = await tested({ Script: "throw new Error('No cost center');" });
    await typeScript(applicationId, "setAttribute('a', LoginUser.Missing.Value);");
    expect(await on.colleague.call('testSignIns.compareDraft', of)).toMatchObject({
      kind: 'stopped',
      line: 1,
    });
    await on.colleague.call('drafts.discard', {
      tenantId: of.tenantId,
      kind: 'script',
      targetId: applicationId,
    });
    await typeScript(applicationId, "setAttribute('a', '1');");
    expect(await on.colleague.call('testSignIns.compareDraft', of)).toMatchObject({
      kind: 'compared',
      failureNow: expect.stringContaining('No cost center'),
      values: expect.arrayContaining([expect.objectContaining({ name: 'a', sign: 'added', after: ['1'] })]),
    });
  });

  it('is in the report, which has no signature, certificate or response, and is saved as a file', async () => {
    const { call, host } = on.colleague;
    const { applicationId, of } = await tested({
      Script: `${script}\nsetAttribute('apiToken', 'tok-5a1f');\nsetAttribute('pipe', 'a|b <b>');`,
    });
    await typeScript(applicationId, "setAttribute('CostCenter', '4711');");
    const report = await call('testSignIns.report', of);
    expect(report).toMatch(/^# Test sign-in to Payroll\n\n- Result: All 9 checks passed\n/);
    expect(report).toContain('| Signature valid | Passed | RSA-SHA256, response and assertion |');
    expect(report).toContain('| Department | IT | Line 2 |');
    expect(report).toContain('| apiToken | (hidden) | Line 4 |');
    expect(report).toContain(String.raw`| pipe | a\|b \<b\> | Line 5 |`);
    expect(report).toContain('| CostCenter | Added | not sent | 4711 |');
    expect(report).toContain('| Audience | Removed | ');
    expect(report).toContain('tenant default');
    for (const secret of ['tok-5a1f', 'SignatureValue', 'MII', '<saml', of.id])
      expect(report).not.toContain(secret);
    const [listed] = await call('testSignIns.list', { tenantId: of.tenantId, applicationId });
    const requestId = listed?.steps[0]?.facts.find(({ name }) => name === 'ID')?.value ?? '';
    expect(requestId).toHaveLength(41);
    expect(report).not.toContain(requestId);
    expect(await call('testSignIns.saveReport', of)).toEqual({ fileName: 'Payroll test sign-in.md' });
    expect(Buffer.from(host.saved[0]?.bytes ?? []).toString()).toBe(report);
  });
});
