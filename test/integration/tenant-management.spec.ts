import { describe, expect, it } from 'vitest';
import { useTenant } from '../builders/use-tenant.ts';
import { callManagement } from './tenant-process.ts';

const tenant = useTenant();
const { ask, call } = tenant;

async function importApplication(template = 'Generic SAML'): Promise<string> {
  const { Result } = await call('/SaasManage/ImportAppFromTemplate', { ID: template });
  const [imported] = Result as [{ success: boolean; ID: string; _RowKey: string }];
  expect(imported).toMatchObject({ success: true, ID: template });
  return imported._RowKey;
}

async function record(id: string): Promise<Record<string, unknown>> {
  return (await call('/SaasManage/GetApplication', { _Rowkey: id })).Result as Record<string, unknown>;
}

describe('the envelope', () => {
  it('has all eight members in a success and in a failure', async () => {
    const members = [
      'ErrorCode',
      'ErrorID',
      'Exception',
      'InnerExceptions',
      'Message',
      'MessageID',
      'Result',
      'success',
    ];
    const good = await call('/TenantConfig/GetCustomerConfig');
    expect(Object.keys(good).sort()).toEqual(members);
    expect(good).toMatchObject({
      success: true,
      Message: null,
      MessageID: null,
      Exception: null,
      ErrorID: null,
      ErrorCode: null,
      InnerExceptions: null,
    });
    const bad = await callManagement(tenant, '/SaasManage/GetApplication', { _RowKey: 'nobody' });
    expect(bad.status).toBe(200);
    expect(Object.keys(bad.envelope).sort()).toEqual(members);
    expect(bad.envelope).toMatchObject({ success: false, Result: null, ErrorID: 'ApplicationNotFound' });
    expect(bad.envelope.Message).toContain('nobody');
  });

  it('comes with a Content-Length that is its size', async () => {
    const response = await fetch(`${tenant.baseUrl}/TenantConfig/GetCustomerConfig`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.accessToken}` },
    });
    const bytes = await response.arrayBuffer();
    expect(Number(response.headers.get('content-length'))).toBe(bytes.byteLength);
  });

  it('is found under any capitalization and with a trailing slash', async () => {
    for (const path of [
      '/saasmanage/getcategories',
      '/SAASMANAGE/GETCATEGORIES/',
      '/SaasManage/GetCategories/',
    ]) {
      expect((await call(path)).success).toBe(true);
    }
  });

  it('merges the query string with the body', async () => {
    const id = await importApplication();
    expect(
      (await call(`/saasmanage/updateapplicationde?_RowKey=${id}`, { Name: 'Named through both' })).success,
    ).toBe(true);
    expect((await record(id))['Name']).toBe('Named through both');
  });
});

describe('rejections', () => {
  it('returns 401 without a token, with a foreign one, and with another scheme', async () => {
    for (const authorization of ['', 'Bearer nonsense', 'Basic YTpi']) {
      const result = await callManagement(tenant, '/SaasManage/GetCategories', {}, { authorization });
      expect(result.status).toBe(401);
      expect(result.envelope).toMatchObject({ success: false, ErrorID: 'Unauthorized' });
      expect(result.headers.get('www-authenticate')).toContain('Bearer');
    }
  });

  it('names the error in a body, and never returns 500', async () => {
    const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
    const cases: readonly [body: string, contentType: string, status: number, errorId: string][] = [
      ['{"_RowKey":', 'application/json', 400, 'InvalidJson'],
      [deep, 'application/json', 400, 'JsonTooDeep'],
      ['<a/>', 'application/xml', 415, 'UnsupportedMediaType'],
      [`"${'x'.repeat(9 * 1024 * 1024)}"`, 'application/json', 413, 'RequestTooLarge'],
      ['[1]', 'application/json', 200, 'InvalidRequest'],
      ['{"_RowKey":5}', 'application/json', 200, 'InvalidParameter'],
      ['{"_RowKey":null}', 'application/json', 200, 'InvalidRowKey'],
      ['', 'application/json', 200, 'InvalidRowKey'],
    ];
    for (const [body, contentType, status, errorId] of cases) {
      const result = await callManagement(tenant, '/SaasManage/GetApplication', body, {
        'content-type': contentType,
      });
      expect([result.status, result.envelope.ErrorID]).toEqual([status, errorId]);
    }
  });
});

describe('an endpoint that does not exist', () => {
  it('returns 404 and an envelope, also for another method', async () => {
    const unknown = await callManagement(tenant, '/SaasManage/DoEverything', {});
    expect([unknown.status, unknown.envelope.ErrorID]).toEqual([404, 'EndpointNotFound']);
    const got = await fetch(`${tenant.baseUrl}/redrock/query`);
    expect(got.status).toBe(404);
    expect(await got.json()).toMatchObject({ success: false, ErrorID: 'EndpointNotFound' });
  });
});

describe('the catalog', () => {
  it('imports every template that public clients name, as one of the four types or for a desktop', async () => {
    // Compatibility: "template IDs seen", "template IDs also used".
    const ids = {
      Saml: 'Generic SAML,AWSConsoleSAML,ConfluenceServerSAML,GitHubEnterpriseSAML,JIRACloudSAML,PaloAltoNetworksSAML,SplunkOnPremSAML,SumoLogicSAML,ClouderaSAML,CloudLock SAML,Dome9Saml,JIRAServerSAML',
      UsernamePassword:
        'Generic User-Password,Generic Bookmark,Generic Browser Extension,GenericBrowserExtensionScript,GenericNTLMBasic',
      OpenIDConnect: 'Generic OpenID Connect',
      OAuth: 'OAuth2Server,OAuth2ServerClient',
      none: 'GenericDesktopApplication,Ssms,Toad,VpxClient',
    };
    for (const [type, list] of Object.entries(ids)) {
      const templates = list.split(',');
      const { Result } = await call('/SaasManage/ImportAppFromTemplate', { ID: templates });
      for (const { ID, _RowKey } of Result as { ID: string; _RowKey: string }[]) {
        const { AppType, WebAppType, TemplateName } = await record(_RowKey);
        const expected = type === 'none' ? ['Desktop', null] : ['Web', type];
        expect([ID, TemplateName, AppType, WebAppType]).toEqual([ID, ID, ...expected]);
      }
      expect((Result as unknown[]).length).toBe(templates.length);
    }
  });

  it('lists at least 200 templates in 20 categories in the specified shape', async () => {
    const entries = (await call('/SaasManage/GetTemplatesAndCategories')).Result as {
      Entities: unknown[];
      Row: Record<string, unknown>;
    }[];
    expect(entries.length).toBeGreaterThanOrEqual(200);
    expect(new Set(entries.map((entry) => entry.Row['Category'])).size).toBe(20);
    for (const { Entities, Row } of entries) {
      expect(Entities).toEqual([{ Type: 'SysApps', Key: Row['ID'], IsForeignKey: false }]);
      expect(Object.keys(Row)).toEqual(
        expect.arrayContaining([
          'Featured',
          'ProvSettingPreview',
          'Name',
          'Category',
          'MobileAppType',
          'DisplayName',
          'AppTypeDisplayName',
          'OnPrem',
          'ID',
          'ShadowAppLink',
          'Description',
        ]),
      );
    }
  });

  it('serves a drawn icon for every template', async () => {
    const entries = (await call('/SaasManage/GetTemplatesAndCategories')).Result as {
      Row: { Icon: string };
    }[];
    const [first, last] = [entries[0], entries.at(-1)];
    for (const entry of [first, last]) {
      const result = await fetch(`${tenant.baseUrl}${entry?.Row.Icon ?? ''}`);
      expect(result.headers.get('content-type')).toContain('image/svg+xml');
      expect(await result.text()).toMatch(/^<svg /);
    }
  });

  it('pages and filters the templates', async () => {
    const { Result } = await call('/SaasManage/GetPaginatedTemplates', {
      Category: 'Custom',
      PageSize: 3,
      PageNumber: 2,
    });
    expect(Result).toMatchObject({ Count: 14 });
    expect((Result as { Results: unknown[] }).Results).toHaveLength(3);
  });

  it('imports one template or several, and rejects an unknown one without importing any', async () => {
    const before = await count();
    const several = await call('/SaasManage/ImportAppFromTemplate', {
      ID: ['Generic SAML', 'Generic Bookmark'],
    });
    expect(several.Result).toHaveLength(2);
    const rejected = await call('/SaasManage/ImportAppFromTemplate', { ID: ['Generic SAML', 'Nothing'] });
    expect(rejected).toMatchObject({ success: false, ErrorID: 'TemplateNotFound' });
    expect(await count()).toBe(before + 2);
  });
});

async function count(): Promise<number> {
  const { Result } = await call('/redrock/query', {
    Script: 'select count(*) as n from Application',
    Args: { Caching: -2 },
  });
  return (Result as { Results: [{ Row: { n: number } }] }).Results[0].Row.n;
}

describe('an application', () => {
  it('is replaced member by member: omitted and unknown members stay, and the version increases', async () => {
    const id = await importApplication();
    const before = await record(id);
    const updated = await call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      Name: 'Renamed',
      Description: 'New',
      IconUri: '/vfslow/lib/application/icons/GenericSAML.svg',
      SamlAttributes: { Attributes: [] },
      Vendor_Extra: { list: [1] },
    });
    expect(updated.Result).toEqual({ State: 0 });
    const after = await record(id);
    expect(after).toMatchObject({
      Name: 'Renamed',
      Description: 'New',
      SamlAttributes: { Attributes: [] },
      Vendor_Extra: { list: [1] },
      Script: before['Script'],
      _RowKey: id,
      _TableName: 'application',
    });
    expect(after['_entitycontext']).not.toBe(before['_entitycontext']);
    expect(after['_entitycontext']).toMatch(/^W\/"datetime'/);
    expect(after['_Timestamp']).toMatch(/^\/Date\(\d+\)\/$/);
  });

  it('gives a custom user-password application its UsernameField', async () => {
    expect(await record(await importApplication('Generic User-Password'))).toMatchObject({
      UsernameField: 'input#username',
      AppTypeDisplayName: 'Web - User Password',
    });
  });

  it('has its script replaced completely', async () => {
    const id = await importApplication();
    expect((await call('/SaasManage/GetScript', { appkey: id })).Result).toMatchObject({ Modified: false });
    const script = "setVersion('2');\nsetSubjectName('x');\n";
    await call('/SaasManage/UpdateApplicationDE', { _RowKey: id, Script: script });
    expect((await call('/SaasManage/GetScript', { appkey: id })).Result).toEqual({
      Modified: true,
      Script: script,
    });
    expect(await record(id)).toMatchObject({ Script: script, SamlScript: script });
    await call('/SaasManage/ResetAppScript', { _RowKey: id });
    expect((await call('/SaasManage/GetScript', { appkey: id })).Result).toMatchObject({ Modified: false });
  });

  it('reports a wrong row key with the message of the platform', async () => {
    expect((await call('/SaasManage/UpdateApplicationDE', { Name: 'x' })).Message).toBe(
      'The provided RowKey  is not valid.',
    );
    expect((await call('/SaasManage/UpdateApplicationDE', { _RowKey: 'nobody' })).Message).toBe(
      'The provided RowKey  is not valid.',
    );
  });

  it('is assigned to a role and unassigned', async () => {
    const id = await importApplication();
    const role = await call('/redrock/query', {
      Script: "select ID, Name from Role where Name = 'Engineering'",
    });
    const roleId = (role.Result as { Results: [{ Row: { ID: string } }] }).Results[0].Row.ID;
    const entry = {
      Name: 'Engineering',
      ID: roleId,
      RoleType: 'PrincipalList',
      Automatic: true,
      Application: id,
      Role: roleId,
    };
    const apps = async (): Promise<string[]> => {
      const { Result } = await call(`/SaasManage/GetRoleApps?role=${roleId}`);
      return (Result as { Results: { Row: { ID: string } }[] }).Results.map((item) => item.Row.ID);
    };
    await call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      IconUri: '',
      AppRoles: { Publish: [entry], UnPublish: [] },
    });
    expect(await apps()).toContain(id);
    await call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      AppRoles: { Publish: [], UnPublish: [entry] },
    });
    expect(await apps()).not.toContain(id);
    expect((await call('/SaasManage/PublishApplication', { _RowKey: id, Roles: [roleId] })).Result).toEqual({
      State: 0,
    });
    expect(await apps()).toContain(id);
    await call('/SaasManage/SetApplicationPermissions', {
      _RowKey: id,
      Grants: [{ PrincipalId: roleId, Rights: 'None' }],
    });
    expect(await apps()).not.toContain(id);
  });

  it('is granted to a user and to a group themselves, who then find it in their portal', async () => {
    const id = await importApplication('Generic Bookmark');
    const first = async (script: string, column: string, args: unknown = {}) => {
      const { Result } = await ask(script, args);
      return (Result as { Results: { Row: Record<string, string> }[] }).Results[0]?.Row[column];
    };
    const userId = await first("select ID from User where Username = 'svc-1@acme.example'", 'ID');
    const group = await first(
      "select InternalName from DsGroups where DisplayName = 'Finance'",
      'InternalName',
    );
    const role = await first("select ID from Role where Name = 'Finance'", 'ID');
    const member = await first('@/lib/get_role_members.js', 'Username', { id: role });
    const grant = (PType: string, PrincipalId: string | undefined, Rights = 'View,Run') =>
      call('/SaasManage/SetApplicationPermissions', { ID: id, Grants: [{ PType, PrincipalId, Rights }] });
    const finds = async (user: string | undefined) => {
      const { Result } = await call(`/UPRest/GetUPData?username=${user}`, {});
      return (Result as { Apps: { AppKey: string }[] }).Apps.some(({ AppKey }) => AppKey === id);
    };
    expect(await finds(userId)).toBe(false);
    expect((await grant('User', userId)).success).toBe(true);
    expect(await finds(userId)).toBe(true);
    await grant('User', userId, 'None');
    expect(await finds(userId)).toBe(false);
    expect((await grant('Group', group)).success).toBe(true);
    expect(await finds(member)).toBe(true);
    expect((await grant('User', 'nobody')).ErrorID).toBe('UserNotFound');
    expect((await grant('Group', 'nothing')).ErrorID).toBe('GroupNotFound');
    expect((await grant('Computer', userId)).ErrorID).toBe('InvalidParameter');
  });

  it('has one of four types, whatever its template', async () => {
    const types = new Set<unknown>();
    for (const { ID } of (await call('/SaasManage/GetTemplatesAndCategories')).Result as { ID: string }[])
      if (/^Generic|^OAuth2/.test(ID)) await importApplication(ID);
    const { Result } = await ask('select distinct WebAppType from Application where WebAppType is not null');
    for (const { Row } of (Result as { Results: { Row: Record<string, unknown> }[] }).Results)
      types.add(Row['WebAppType']);
    expect([...types].sort()).toEqual(['OAuth', 'OpenIDConnect', 'Saml', 'UsernamePassword']);
  });

  it('changes nothing if one role of an assignment is unknown', async () => {
    const id = await importApplication();
    const result = await call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      Name: 'Half done',
      AppRoles: { Publish: [{ ID: 'nobody' }], UnPublish: [] },
    });
    expect(result.ErrorID).toBe('RoleNotFound');
    expect((await record(id))['Name']).not.toBe('Half done');
  });

  it.each([
    ['true', true],
    ['True', true],
    ['false', false],
    [true, true],
    [null, false],
  ])('takes Automatic of a publication entry as %j', async (Automatic, isAutomatic) => {
    const id = await importApplication();
    const entry = { ID: 'Everybody', Automatic, Application: id, Role: 'Everybody' };
    const { success } = await call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      AppRoles: { Publish: [entry], UnPublish: [] },
    });
    const { Result } = await call('/SaasManage/GetRoleApps?role=Everybody');
    const row = (Result as { Results: { Row: Record<string, unknown> }[] }).Results.find(
      ({ Row }) => Row['ID'] === id,
    );
    expect([success, row?.Row['Automatic']]).toEqual([true, isAutomatic]);
  });

  it.each([
    ['Automatic', { Automatic: 'sometimes' }],
    ['Automatic', { Automatic: 1 }],
    ['Application', { Application: 'another' }],
    ['Role', { Role: 'sysadmin' }],
  ])('rejects an assignment entry with another %s: %j', async (member, changes) => {
    const id = await importApplication();
    for (const list of ['Publish', 'UnPublish']) {
      const result = await call('/SaasManage/UpdateApplicationDE', {
        _RowKey: id,
        Name: 'Half done',
        AppRoles: { [list]: [{ ID: 'Everybody', ...changes }] },
      });
      expect(result).toMatchObject({ success: false, ErrorID: 'InvalidParameter' });
      expect(result.Message).toContain(`AppRoles.${list}.${member}`);
    }
    expect((await record(id))['Name']).not.toBe('Half done');
  });

  it('shows up for the members of its roles in the portal', async () => {
    const id = await importApplication('Generic Bookmark');
    await call('/SaasManage/PublishApplication', { _RowKey: id, Roles: ['Everybody'] });
    const own = (await call('/UPRest/GetUPData', { force: false })).Result as {
      Apps: { Name: string; AppKey: string; Icon: string }[];
    };
    expect(own.Apps.find((app) => app.AppKey === id)).toMatchObject({ Name: 'Bookmark' });
    expect((await call('/UPRest/GetUPData?username=nobody', {})).ErrorID).toBe('UserNotFound');
  });

  it('is deleted with others in one request, each with its own outcome', async () => {
    const [one, two] = [await importApplication(), await importApplication()];
    const { Result } = await call('/SaasManage/DeleteApplication', { _RowKey: [one, 'nobody', two] });
    expect(Result).toEqual([
      { success: true, _RowKey: one },
      { success: false, _RowKey: 'nobody' },
      { success: true, _RowKey: two },
    ]);
    expect((await call('/SaasManage/GetApplication', { _RowKey: one })).ErrorID).toBe('ApplicationNotFound');
  });

  it('is found by its service name', async () => {
    const id = await importApplication();
    const name = String((await record(id))['ServiceName']);
    expect((await call('/SaasManage/GetAppIDByServiceName', { name: name.toUpperCase() })).Result).toBe(id);
  });

  it('is published as the public command line does it: a role by its name, and its grants', async () => {
    const id = await importApplication();
    const role = (await call('/SaasManage/GetRoleIdFromName?roleName=system%20administrator', null)).Result;
    const Grants = [{ Principal: 'x', PrincipalId: role, PType: 'Role', Rights: 'View,Execute' }];
    const permissions = { ID: id, RowKey: id, PVID: id, Grants };
    expect((await call('/SaasManage/SetApplicationPermissions', permissions)).success).toBe(true);
    const apps = (await call('/SaasManage/GetRoleApps', { role })).Result as {
      Results: { Row: { ID: string } }[];
    };
    expect(apps.Results.map(({ Row }) => Row.ID)).toContain(id);
    const unknown = await call('/SaasManage/GetRoleIdFromName', { roleName: 'Nobody at all' });
    expect(unknown).toMatchObject({ success: false, ErrorID: 'RoleNotFound' });
  });

  it('previews the assertion that its script makes, unsigned and labeled so', async () => {
    const id = await importApplication();
    await call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      Script:
        "setSubjectName(LoginUser.Username); setAudience('https://sp.example'); setAttribute('mail', LoginUser.Get('mail'));",
    });
    const preview = (await call('/SaasManage/GetAssertionPreview', { _RowKey: id })).Result as {
      Label: string;
      Signed: boolean;
      Xml: string;
    };
    expect(preview).toMatchObject({ Label: 'Unsigned preview', Signed: false });
    expect(preview.Xml).toContain('<saml:Audience>https://sp.example</saml:Audience>');
    expect(preview.Xml).toContain('<saml:AttributeValue>admin@acme.example</saml:AttributeValue>');
    await call('/SaasManage/UpdateApplicationDE', { _RowKey: id, Script: 'setAudience(' });
    expect(await call('/SaasManage/GetAssertionPreview', { _RowKey: id })).toMatchObject({
      success: false,
      ErrorID: 'ScriptFailed',
      Result: { code: 'syntax' },
    });
  });
});

describe('the tenant configuration', () => {
  it('has every member of the specification', async () => {
    const config = (await call('/TenantConfig/GetCustomerConfig')).Result as Record<string, unknown>;
    expect(Object.keys(config)).toEqual(
      expect.arrayContaining([
        'AllowCors',
        'EmailImage',
        'SendPasswordChangeConfirmation',
        'IsPasswordPersistanceEnabled',
        'SmsSystemEnabled',
        'DirectoryServiceInfo',
        'Brand',
        'Icon',
        'DefaultNumberOfTimeChunksInDashboard',
        'Name',
        'UserSettings',
        'MobileLocationHistoryTrackingEnabled',
        'PhoneCallsEnabled',
        'MfaAttributeMapping',
        'InternetGatewayAllowed',
        'BackgroundColor',
        'ForgotUsernameAllowed',
        'Uuid',
        'EnableTenantsTabForPeopleWithTaskCheck',
        'EnableUmc',
      ]),
    );
    expect(config['Icon']).toMatch(/^data:image\//);
  });

  it('replaces all origins, and rejects invalid hosts without changing anything', async () => {
    const set = await call('/TenantConfig/SetCustomerConfig', {
      IsPasswordPersistanceEnabled: 'true',
      ForgotUsernameAllowed: false,
      SendPasswordChangeConfirmation: true,
      MfaAttributeMapping: {},
      AllowCors: ['one.example', 'two.example:8443'],
      Domain: '',
    });
    expect(set).toMatchObject({ success: true, Result: null });
    const read = async (): Promise<unknown> => (await call('/TenantConfig/GetCustomerConfig')).Result;
    expect(await read()).toMatchObject({
      AllowCors: ['one.example', 'two.example:8443'],
      IsPasswordPersistanceEnabled: true,
      ForgotUsernameAllowed: false,
    });
    for (const entry of ['one.example/path', 'a b', '*', '', 'one.example\r\nX: y']) {
      expect(
        (await call('/TenantConfig/SetCustomerConfig', { AllowCors: [entry], ForgotUsernameAllowed: true }))
          .ErrorID,
      ).toBe('InvalidOrigin');
    }
    expect(await read()).toMatchObject({
      AllowCors: ['one.example', 'two.example:8443'],
      ForgotUsernameAllowed: false,
    });
  });

  it('enforces the origins on management and OpenID Connect endpoints', async () => {
    await call('/TenantConfig/SetCustomerConfig', {
      AllowCors: ['portal.acme.example', 'tools.acme.example:8443'],
    });
    const preflight = (path: string, origin: string): Promise<Response> =>
      fetch(`${tenant.baseUrl}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
    for (const path of ['/redrock/query', '/token', '/userinfo', '/.well-known/openid-configuration']) {
      const trusted = await preflight(path, 'https://portal.acme.example');
      expect(trusted.status).toBe(204);
      expect(trusted.headers.get('access-control-allow-origin')).toBe('https://portal.acme.example');
      expect(trusted.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
      expect(trusted.headers.get('access-control-allow-credentials')).toBe('true');
      const rejected = await preflight(path, 'https://elsewhere.example');
      expect(rejected.status).toBe(403);
      expect(rejected.headers.get('access-control-allow-origin')).toBeNull();
    }
    const actual = (origin: string): Promise<Response> =>
      fetch(`${tenant.baseUrl}/.well-known/openid-configuration`, { headers: { origin } });
    expect(
      (await actual('https://portal.acme.example:9000')).headers.get('access-control-allow-origin'),
    ).toBe('https://portal.acme.example:9000');
    expect((await actual('https://tools.acme.example:8443')).status).toBe(200);
    expect((await actual('https://tools.acme.example:8444')).status).toBe(403);
    expect((await actual('null')).status).toBe(403);
    expect((await actual(tenant.baseUrl)).status).toBe(200);
    expect(
      (await fetch(`${tenant.baseUrl}/.well-known/openid-configuration`)).headers.get(
        'access-control-allow-origin',
      ),
    ).toBe('*');
  });
});
