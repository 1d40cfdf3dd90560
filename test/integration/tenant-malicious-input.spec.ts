import { expect, it } from 'vitest';
import { useTenant } from '../builders/use-tenant.ts';
import { callManagement } from './tenant-process.ts';

const tenant = useTenant();

const PATHS = [
  '/SaasManage/GetTemplatesAndCategories',
  '/SaasManage/GetPaginatedTemplates',
  '/SaasManage/ImportAppFromTemplate',
  '/SaasManage/GetApplication',
  '/SaasManage/UpdateApplicationDE',
  '/SaasManage/GetScript',
  '/SaasManage/ResetAppScript',
  '/SaasManage/DeleteApplication',
  '/SaasManage/PublishApplication',
  '/SaasManage/SetApplicationPermissions',
  '/SaasManage/GetRoleApps',
  '/SaasManage/GetAppIDByServiceName',
  '/SaasManage/GetAssertionPreview',
  '/UPRest/GetUPData',
  '/RedRock/Query',
  '/JobFlow/StartJob',
  '/JobFlow/GetJob',
] as const;

const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  '\u0000',
  "'; drop table User; --",
  '../../etc',
  'x'.repeat(100_000),
  [],
  [[]],
  [null],
  {},
  { toString: 1 },
  '__proto__',
  'constructor',
];
const MEMBERS = [
  '_RowKey',
  'ID',
  'appkey',
  'Script',
  'script',
  'Args',
  'args',
  'Name',
  'AppRoles',
  'Grants',
  'Roles',
  'role',
  'name',
  'username',
  'force',
  'OAuthProfile',
  'SamlAttributes',
  'PageSize',
];

it.each(PATHS)('%s responds to every mistyped member with an envelope, never with 500', async (path) => {
  for (const member of MEMBERS) {
    const responses = await Promise.all(
      VALUES.map((value) => callManagement(tenant, path, { [member]: value })),
    );
    for (const [index, { status, envelope }] of responses.entries()) {
      expect([member, VALUES[index], status < 500 && status !== 404, typeof envelope.success]).toEqual([
        member,
        VALUES[index],
        true,
        'boolean',
      ]);
    }
  }
});

it('keeps an application intact for any update request', async () => {
  const _RowKey = await tenant.addApplication('Generic OpenID Connect');
  for (const member of [
    'Name',
    'Description',
    'IconUri',
    'Script',
    'State',
    'ServiceName',
    'OAuthProfile',
    'SamlAttributes',
    'AppRoles',
    '_entitycontext',
    '__proto__',
    'Icon',
    'Generic',
  ]) {
    for (const value of VALUES) {
      const result = await callManagement(tenant, '/SaasManage/UpdateApplicationDE', {
        _RowKey,
        [member]: value,
      });
      expect([member, value, result.status]).toEqual([member, value, 200]);
    }
  }
  const record = await tenant.call('/SaasManage/GetApplication', { _RowKey });
  expect(record.Result).toMatchObject({
    _RowKey,
    TemplateName: 'Generic OpenID Connect',
    OAuthProfile: { ClientID: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
  });
  expect((await tenant.ask('select ID from Application', { Caching: -2 })).success).toBe(true);
});

it('responds to mistyped nested members with an envelope, never with 500', async () => {
  const _RowKey = await tenant.addApplication('Generic SAML');
  for (const value of VALUES) {
    const requests = [
      ['/SaasManage/SetApplicationPermissions', { _RowKey, Grants: [{ PrincipalId: 'x', PType: value }] }],
      ['/SaasManage/SetApplicationPermissions', { _RowKey, Grants: [{ PrincipalId: 'x', Rights: value }] }],
      [
        '/SaasManage/UpdateApplicationDE',
        { _RowKey, OAuthProfile: { KnownScopes: [{ Scope: 'a', AllowedRest: [value] }] } },
      ],
      ['/SaasManage/UpdateApplicationDE', { _RowKey, ServiceName: value, Name: value }],
      ['/SaasManage/ResetAppScript', { _RowKey }],
    ] as const;
    for (const [path, members] of requests) {
      const { status, envelope } = await callManagement(tenant, path, members);
      expect([path, value, status < 500, typeof envelope.success]).toEqual([path, value, true, 'boolean']);
    }
  }
});

it('responds to unreadable requests with an envelope, also at unknown paths', async () => {
  const headers = { authorization: `Bearer ${tenant.accessToken}`, 'content-type': 'application/json' };
  const send = async (path: string, body: string) => {
    const response = await fetch(`${tenant.baseUrl}${path}`, { method: 'POST', headers, body });
    const { success, ErrorID } = (await response.json()) as { success: boolean; ErrorID: string };
    return [response.status, success, ErrorID];
  };
  for (const body of ['', '{', '[]', '"text"'])
    expect([body, await send('/Nothing/Here', body)]).toEqual([body, [404, false, 'EndpointNotFound']]);
  for (const body of ['[]', '"text"', '5', 'true'])
    expect([body, await send('/RedRock/Query', body)]).toEqual([body, [200, false, 'InvalidRequest']]);
  expect(await send('/RedRock/Query', '{"Script":')).toEqual([400, false, 'InvalidJson']);
  expect(await send('/RedRock/Query', '{ Script: "select ID from Role" }')).toEqual([200, true, null]);
  expect(await send('/%E0%A4%A', '{}')).toEqual([400, false, 'InvalidRequest']);
});

it('accepts only a list of strings for the trusted origins', async () => {
  const before = (await tenant.call('/TenantConfig/GetCustomerConfig')).Result;
  for (const AllowCors of ['one.example', '["one.example"]', 5, {}, [1], [null], [['one.example']], null]) {
    const { ErrorID } = await tenant.call('/TenantConfig/SetCustomerConfig', { AllowCors });
    expect([AllowCors, ErrorID]).toEqual([AllowCors, 'InvalidParameter']);
  }
  for (const entry of ['one.example:99999', 'one.example/path', 'user@one.example', '*']) {
    const { ErrorID } = await tenant.call('/TenantConfig/SetCustomerConfig', { AllowCors: [entry] });
    expect([entry, ErrorID]).toEqual([entry, 'InvalidOrigin']);
  }
  expect(
    await tenant.call('/TenantConfig/SetCustomerConfig', { MfaAttributeMapping: { mobile: 5 } }),
  ).toMatchObject({ success: false, ErrorID: 'InvalidParameter' });
  expect((await tenant.call('/TenantConfig/GetCustomerConfig')).Result).toEqual(before);
});

it('gives no two applications the same service name', async () => {
  const ID = ['Generic SAML', 'Generic SAML'];
  const { Result } = await tenant.call('/SaasManage/ImportAppFromTemplate', { ID });
  const [one, two] = Result as [{ _RowKey: string }, { _RowKey: string }];
  const rename = ({ _RowKey }: { _RowKey: string }) =>
    tenant.call('/SaasManage/UpdateApplicationDE', { _RowKey, ServiceName: 'the-same' });
  expect((await rename(one)).success).toBe(true);
  expect((await rename(one)).success).toBe(true);
  expect(await rename(two)).toMatchObject({ success: false, ErrorID: 'ServiceNameTaken' });
  const dots = { _RowKey: two._RowKey, ServiceName: '..' };
  expect((await tenant.call('/SaasManage/UpdateApplicationDE', dots)).ErrorID).toBe('InvalidParameter');
});

it('gives no two applications the same client ID, nor a service user another one', async () => {
  const ID = ['Generic SAML', 'Generic SAML'];
  const { Result } = await tenant.call('/SaasManage/ImportAppFromTemplate', { ID });
  const [one, two] = Result as [{ _RowKey: string }, { _RowKey: string }];
  const claim = ({ _RowKey }: { _RowKey: string }) =>
    tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey,
      OAuthProfile: { ClientID: 'svc-1@acme.example' },
    });
  expect((await claim(one)).success).toBe(true);
  expect(await claim(two)).toMatchObject({ success: false, ErrorID: 'ClientIdTaken' });
  const credentials = `${encodeURIComponent('svc-1@acme.example')}:${tenant.password}`;
  const result = await fetch(`${tenant.baseUrl}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(credentials)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'management' }),
  });
  expect(result.status).toBe(200);
});

it('rejects parameters and report members of every wrong shape', async () => {
  for (const value of VALUES) {
    for (const Args of [
      { Parameters: value },
      { Parameters: [{ Name: 'a', Value: value }] },
      { SortBy: value },
      { FilterBy: value, FilterValue: value },
      { Direction: value },
      { Caching: value },
    ]) {
      const { status } = await callManagement(tenant, '/RedRock/Query', {
        Script: 'select ID from Role where ID = @a',
        Args,
      });
      expect([Args, status]).toEqual([Args, 200]);
    }
    const report = {
      SelectQuery: 'select ID from Role',
      To: 'a@b.example',
      Parameters: [{ Name: 'a', DisplayValue: value, Value: value }],
    };
    expect(
      (await callManagement(tenant, '/RedRock/Query', { Script: '@/lib/email_report.js', Args: report }))
        .status,
    ).toBe(200);
  }
});
