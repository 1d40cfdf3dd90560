import { describe, expect, it } from 'vitest';
import type { SignInCheck } from '../../contract/test-sign-ins/test-sign-ins.ts';
import { openTest, received, signInForTest, testNow } from '../builders/a-test-sign-in.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';

const on = useDesk();

/** An OpenID Connect application of everybody, with these members of its `OAuthProfile`. */
async function add(profile: Readonly<Record<string, unknown>> = {}, script = '@Empty'): Promise<string> {
  const [{ _RowKey: id }] = (await on.tenant.manage('/SaasManage/ImportAppFromTemplate', {
    ID: 'Generic OpenID Connect',
  })) as [{ readonly _RowKey: string }];
  await on.tenant.manage('/SaasManage/UpdateApplicationDE', {
    _RowKey: id,
    Name: 'Payroll',
    Script: script,
    OAuthProfile: {
      ClientSecret: 'a-secret-of-thirty-two-characters!',
      Redirects: ['https://payroll.example/cb'],
      ...profile,
    },
    AppRoles: { Publish: [{ ID: 'Everybody' }] },
  });
  return id;
}

const clientIdOf = async (id: string): Promise<string> =>
  (
    (await on.tenant.manage('/SaasManage/GetApplication', { _RowKey: id })) as {
      OAuthProfile: { ClientID: string };
    }
  ).OAuthProfile.ClientID;

async function somebody(): Promise<string> {
  const { call, tenantId } = on.colleague;
  const [person] = await call('testSignIns.people', { tenantId });
  return person?.username ?? '';
}

const statesOf = (checks: readonly SignInCheck[]) => checks.map(({ name, state }) => `${name}: ${state}`);

describe('a test sign-in to an OpenID Connect application', () => {
  it('shows the claims of the person who signed in, checked, with the line of the script that set each', async () => {
    const id = await add(
      {},
      "trace('begun');\nsetClaim('department', 'Payroll');\nsetClaim('email', 'x@example.com');",
    );
    const username = await somebody();
    const test = await signInForTest(on, id, username);
    const { checks, sections, notes, sources } = received(test);
    expect(statesOf(checks)).toEqual([
      'Signature valid: passed',
      'Issuer matches: passed',
      'Audience matches: passed',
      'Not expired: passed',
      'Nonce matches: passed',
      'Access token hash matches: skipped',
      'UserInfo is about the same user: passed',
    ]);
    const [claims, token] = sections;
    const claim = (name: string) => claims?.values.find((one) => one.name === name);
    expect(claim('preferred_username')).toMatchObject({ values: [username], setBy: 'tenant' });
    expect(claim('department')).toMatchObject({
      values: ['Payroll'],
      setBy: { line: 2 },
      from: 'ID token, UserInfo',
    });
    expect(claim('email')).toMatchObject({ values: ['x@example.com'], setBy: { line: 3 } });
    expect(token?.values.find(({ name }) => name === 'aud')?.values).toEqual([await clientIdOf(id)]);
    expect(notes).toEqual([expect.stringContaining('Client authentication wasn’t tested')]);
    expect(sources.map(({ title }) => title)).toEqual(['ID token', 'UserInfo']);
    expect(test.steps.map(({ title, isFailed }) => [title, isFailed])).toEqual([
      ['Request', false],
      ['Sign-in', false],
      ['Response', false],
      ['Validation', false],
    ]);
    expect(JSON.stringify(test)).not.toMatch(/access_token"|code=/);
  });

  it.each([
    [
      'a private key',
      {
        TokenEndpointAuthMethod: 'private_key_jwt',
        Jwks: {
          keys: [
            {
              kty: 'EC',
              crv: 'P-256',
              x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
              y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
            },
          ],
        },
      },
    ],
    ['no authentication', { TokenEndpointAuthMethod: 'none' }],
    ['an implicit flow alone', { ResponseTypes: ['id_token'] }],
    ['an access token beside the ID token', { ResponseTypes: ['id_token token'] }],
    ['a hybrid flow', { ResponseTypes: ['code id_token'] }],
  ])('works for one with %s', async (_name, profile) => {
    const { checks } = received(await signInForTest(on, await add(profile), await somebody()));
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(statesOf(checks)).toContain('Signature valid: passed');
  });

  it('shows why the tenant rejected it', async () => {
    const { call, tenantId } = on.colleague;
    const id = await add({}, "throw new Error('No cost center')");
    const failing = await signInForTest(on, id, await somebody());
    expect(failing.outcome).toEqual({
      kind: 'rejected',
      title: 'The tenant denied access',
      explanation: expect.stringContaining('No cost center'),
      code: 'access_denied',
    });
    expect(failing.steps.at(-1)).toMatchObject({ title: 'Response', isFailed: true });
    const test = await call('testSignIns.start', { tenantId, applicationId: id, username: await somebody() });
    const tested = await openTest(on, test);
    const { action, fields } = await tested.submit({ username: 'a', password: 'b', decision: 'cancel' });
    await tested.browser.fetch(action, { method: 'POST', body: fields });
    expect((await testNow(on, test)).outcome).toMatchObject({
      code: 'access_denied',
      explanation: expect.stringContaining('canceled'),
    });
  });

  it('takes one answer, of the browser that it let in, with the state that it sent, and no other', async () => {
    const { call, tenantId } = on.colleague;
    const test = await call('testSignIns.start', {
      tenantId,
      applicationId: await add(),
      username: await somebody(),
    });
    expect(on.colleague.host.opened).toContain(test.url);
    const tested = await openTest(on, test);
    const [{ password }] = on.tenant.addresses;
    const form = await tested.submit({ username: test.person.username, password, decision: 'sign-in' });
    const bring = (fields: URLSearchParams, init: RequestInit = {}) =>
      tested.browser.fetch(form.action, { method: 'POST', body: fields, ...init });
    const other = new URLSearchParams([...form.fields].filter(([name]) => name !== 'state'));
    expect((await fetch(form.action, { method: 'POST', body: form.fields })).status).toBe(403);
    expect((await bring(other)).status).toBe(400);
    expect((await bring(new URLSearchParams([...form.fields, ['state', 'two']]))).status).toBe(400);
    expect(
      (await bring(form.fields, { headers: { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' } }))
        .status,
    ).toBe(403);
    expect((await tested.browser.fetch(`${form.action}?${form.fields.toString()}`)).status).toBe(405);
    expect((await bring(new URLSearchParams([['state', 'x'.repeat(1_100_000)]]))).status).toBe(500);
    expect((await testNow(on, test)).outcome).toBeNull();
    const page = await bring(form.fields);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    received(await testNow(on, test));
    expect((await bring(form.fields)).status).toBe(410);
  });

  it('is canceled by the next one of the same application, or manually, and then admits no one', async () => {
    const { call, tenantId } = on.colleague;
    const wanted = { tenantId, applicationId: await add(), username: await somebody() };
    const first = await call('testSignIns.start', wanted);
    const second = await call('testSignIns.start', wanted);
    expect((await testNow(on, first)).outcome).toEqual({ kind: 'canceled' });
    const over = await call('testSignIns.cancel', { tenantId, id: second.id });
    expect(over).toMatchObject({ outcome: { kind: 'canceled' }, url: null });
    expect((await fetch(second.url ?? '')).status).toBe(410);
    await expect(call('testSignIns.reopen', { tenantId, id: second.id })).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('prevents others from having responses of the application sent to this machine', async () => {
    const id = await add();
    const test = await signInForTest(on, id, await somebody());
    received(test);
    const clientId = await clientIdOf(id);
    const { authorization_endpoint: endpoint } = (await (
      await fetch(`${on.tenant.baseUrl}/.well-known/openid-configuration`)
    ).json()) as { authorization_endpoint: string };
    const authorize = new URL(endpoint);
    authorize.search = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      scope: 'openid',
      nonce: 'n-0S6_WzA2Mj',
      state: 's',
      redirect_uri: 'http://127.0.0.1:9/callback',
    }).toString();
    expect((await fetch(authorize)).status).toBe(400);
  });

  it('is only for embedded tenants, and for applications that have what it needs', async () => {
    const { call, tenantId } = on.colleague;
    const bookmark = (await on.tenant.manage('/SaasManage/ImportAppFromTemplate', {
      ID: 'Generic Bookmark',
    })) as [{ readonly _RowKey: string }];
    const start = (applicationId: string, username: string) =>
      call('testSignIns.start', { tenantId, applicationId, username });
    await expect(start(bookmark[0]._RowKey, await somebody())).rejects.toMatchObject({
      error: { code: 'invalid-input' },
    });
    await expect(start(await add(), 'nobody')).rejects.toMatchObject({ error: { code: 'not-found' } });
    const real = on.another({ baseUrl: on.tenant.baseUrl, isSandbox: false });
    await expect(real.call('testSignIns.people', { tenantId: real.tenantId })).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('compares claims with those of the draft, and takes the tenant’s own for what a draft replaces', async () => {
    const { call, tenantId } = on.colleague;
    const script = "setClaim('department', 'IT');";
    const applicationId = await add({}, script);
    const { id } = await signInForTest(on, applicationId, await somebody());
    const base = { application: 'Payroll', script };
    const draft = "setClaim('email', 'me@example.com');\nsetClaim('level', 3);";
    await openDraft(on.colleague, { kind: 'script', targetId: applicationId, base }).type({
      ...base,
      script: draft,
    });
    expect(await call('testSignIns.compareDraft', { tenantId, id })).toEqual({
      kind: 'compared',
      failureNow: null,
      tenantNames: expect.arrayContaining(['email', 'name']),
      values: [
        {
          ...{
            name: 'email',
            sign: 'changed',
            before: [expect.stringContaining('@')],
            after: ['me@example.com'],
          },
          afterSetBy: { line: 1 },
        },
        { name: 'level', sign: 'added', before: null, after: ['3'], afterSetBy: { line: 2 } },
        { name: 'department', sign: 'removed', before: ['IT'], after: null, beforeSetBy: { line: 1 } },
      ],
    });
    const report = await call('testSignIns.report', { tenantId, id });
    expect(report).toContain('| email | Changed | ');
    expect(report).not.toMatch(/eyJ|a-secret-of/);
  });

  it('starts at the application alone', async () => {
    const { call, tenantId } = on.colleague;
    const wanted = { tenantId, applicationId: await add(), username: await somebody() };
    await expect(call('testSignIns.start', { ...wanted, startFrom: 'tenant' })).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('start at the application') },
    });
  });
});
