import { describe, expect, it } from 'vitest';
import { tenantRoutes } from '../builders/tenant-routes.ts';
import { useTenant } from '../builders/use-tenant.ts';

const tenant = useTenant(() => ['--apps', '1', '--events', '10']);
const routes = await tenantRoutes();

/** JSON that isn't an object, and thus not a request. */
const shapes = ['null', ' null ', '[]', '[{}]', '"text"', '""', '1', '0', 'true', 'false'];

/** What is taken there in another shape on purpose. */
const otherwise: Readonly<Record<string, readonly string[]>> = {
  '/analytics/services/v1.0/rules/:id/status': ['true', 'false'],
  '/sandbox/events': ['[{}]'],
  // They need no member, so that `null` is as good as no body.
  '/SaasManage/GetTemplatesAndCategories': ['null', ' null '],
  '/SaasManage/GetCategories': ['null', ' null '],
  '/SaasManage/GetPaginatedTemplates': ['null', ' null '],
  '/TenantConfig/GetCustomerConfig': ['null', ' null '],
  '/UPRest/GetUPData': ['null', ' null '],
};
const withoutBody = ['/sandbox/page-ticket', '/sandbox/reset'];

const posts = routes.filter(
  ({ method, path, access }) => method === 'POST' && access.kind === 'token' && !withoutBody.includes(path),
);

async function statusOf(
  path: string,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${tenant.baseUrl}${path.replaceAll(/:\w+/g, 'anything')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.accessToken}`, 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, text: await response.text() };
}

describe('a body that isn’t an object', () => {
  it.each(posts.map(({ path }) => path))('is rejected at %s', async (path) => {
    for (const body of shapes.filter((one) => otherwise[path]?.includes(one) !== true)) {
      const { status, text } = await statusOf(path, body);
      const isRejected = status === 400 || status === 415 || /"ErrorID":"InvalidRequest"/.test(text);
      expect([body, isRejected, status < 500]).toEqual([body, true, true]);
    }
  });

  it('changes nothing: the configuration is the same after each of them', async () => {
    const before = await tenant.call('/TenantConfig/GetCustomerConfig');
    for (const body of shapes) await statusOf('/TenantConfig/SetCustomerConfig', body);
    expect(await tenant.call('/TenantConfig/GetCustomerConfig')).toEqual(before);
  });

  it('differs from a missing body, which operations without members accept', async () => {
    expect((await statusOf('/TenantConfig/GetCustomerConfig', '')).text).toMatch(/^\{"success":true/);
    expect((await statusOf('/TenantConfig/GetCustomerConfig', '{}')).text).toMatch(/^\{"success":true/);
    const inQuery = '/SaasManage/GetRoleIdFromName?roleName=system%20administrator';
    expect((await statusOf(inQuery, 'null')).text).toMatch(/^\{"success":true/);
  });
});
