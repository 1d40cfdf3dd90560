import { afterAll, beforeAll, expect, it } from 'vitest';
import { callManagement, startTenant, type TenantAddress, type TenantProcess } from './tenant-process.ts';

let running: TenantProcess;
let tenant: TenantAddress;

beforeAll(async () => {
  running = await startTenant({ args: ['--admin-token', '--tenants', '1'] });
  [tenant] = running.tenants;
});
afterAll(() => running.stop());

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

it.each(PATHS)('%s answers every mistyped member with an envelope, never with 500', async (path) => {
  for (const member of MEMBERS) {
    const answers = await Promise.all(
      VALUES.map((value) => callManagement(tenant, path, { [member]: value })),
    );
    for (const [index, { status, envelope }] of answers.entries()) {
      expect([member, VALUES[index], status < 500 && status !== 404, typeof envelope.success]).toEqual([
        member,
        VALUES[index],
        true,
        'boolean',
      ]);
    }
  }
});

it('keeps an application whole whatever was sent to change it', async () => {
  const { envelope } = await callManagement(tenant, '/SaasManage/ImportAppFromTemplate', {
    ID: 'Generic OpenID Connect',
  });
  const [{ _RowKey }] = envelope.Result as [{ _RowKey: string }];
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
      const answer = await callManagement(tenant, '/SaasManage/UpdateApplicationDE', {
        _RowKey,
        [member]: value,
      });
      expect([member, value, answer.status]).toEqual([member, value, 200]);
    }
  }
  const record = await callManagement(tenant, '/SaasManage/GetApplication', { _RowKey });
  expect(record.envelope.Result).toMatchObject({
    _RowKey,
    TemplateName: 'Generic OpenID Connect',
    OAuthProfile: { ClientID: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
  });
  expect(
    (
      await callManagement(tenant, '/redrock/query', {
        Script: 'select ID from Application',
        Args: { Caching: -2 },
      })
    ).envelope.success,
  ).toBe(true);
});

it('gives no two applications the same service name', async () => {
  const { envelope } = await callManagement(tenant, '/SaasManage/ImportAppFromTemplate', {
    ID: ['Generic SAML', 'Generic SAML'],
  });
  const [one, two] = envelope.Result as [{ _RowKey: string }, { _RowKey: string }];
  const rename = (id: string): ReturnType<typeof callManagement> =>
    callManagement(tenant, '/SaasManage/UpdateApplicationDE', { _RowKey: id, ServiceName: 'the-same' });
  expect((await rename(one._RowKey)).envelope.success).toBe(true);
  expect((await rename(one._RowKey)).envelope.success).toBe(true);
  expect((await rename(two._RowKey)).envelope).toMatchObject({ success: false, ErrorID: 'ServiceNameTaken' });
});

it('refuses parameters and report members of every wrong shape', async () => {
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
