import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../contract/applications/application-table.ts';
import { compareNames } from '../../contract/values/name-order.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const response = (result: unknown) =>
  ({ kind: 'answer', status: 200, body: JSON.stringify({ success: true, Result: result }) }) as const;

describe('a list', () => {
  it.each([
    ['applications.list', 40],
    ['roles.list', 12],
    ['webhooks.list', 8],
    ['applications.templates', 60],
  ] as const)('%s needs one request for all of its at least %i rows', async (method, count) => {
    const { data, source } = await on.desk.call(method, read);
    expect(source).toBe('tenant');
    expect(data.length).toBeGreaterThanOrEqual(count);
    expect(on.network.requests).toHaveLength(1);
  });

  it('with fewer rows than the tenant counts is an error, not a short list', async () => {
    on.network.setFaults(() => response({ FullCount: 2, Results: [{ Row: { ID: 'a', Name: 'A' } }] }));
    await expect(on.desk.call('roles.list', read)).rejects.toMatchObject({
      error: {
        code: 'unexpected-response',
        message: expect.stringContaining('counts 2 rows but returned 1'),
      },
    });
  });

  it('seen once can be read while the tenant is away, with its age and the reason', async () => {
    const before = await on.desk.call('roles.list', read);
    on.network.setFaults(() => ({ kind: 'answer', status: 503, body: '', contentType: 'text/plain' }));
    const offline = await on.desk.call('roles.list', read);
    expect(offline).toMatchObject({ data: before.data, fetchedAt: before.fetchedAt, source: 'cache' });
    expect(offline.error?.code).toBe('tenant-error');
  });
});

describe('the list of applications', () => {
  const queriesOf = () =>
    on.network.requests.filter(({ path }) => path.toLowerCase().startsWith('/redrock/query'));

  it('has the template and the service name of each application, if the tenant has them', async () => {
    const { data } = await on.desk.call('applications.list', read);
    expect(data.every(({ templateName, serviceName }) => templateName !== '' && serviceName !== '')).toBe(
      true,
    );
  });

  it('is read without a column that the tenant rejects, which is requested only once', async () => {
    on.network.setFaults(({ body }) =>
      body.includes('TemplateName')
        ? {
            kind: 'answer',
            status: 200,
            body: JSON.stringify({ success: false, Message: 'no such column: TemplateName' }),
          }
        : { kind: 'pass' },
    );
    const { data } = await on.desk.call('applications.list', read);
    expect(data.length).toBeGreaterThanOrEqual(40);
    expect(data[0]).toMatchObject({ templateName: '', serviceName: '' });
    expect(queriesOf()).toHaveLength(2);
    await on.desk.call('applications.list', read);
    expect(queriesOf()).toHaveLength(3);
  });

  it('that is rejected with any columns reports that, and requests all columns the next time', async () => {
    on.network.setFaults(() => ({
      kind: 'answer',
      status: 200,
      body: JSON.stringify({ success: false, Message: 'You may not.' }),
    }));
    await expect(on.desk.call('applications.list', read)).rejects.toMatchObject({
      error: { code: 'refused-by-tenant' },
    });
    on.network.setFaults(() => ({ kind: 'pass' }));
    const { data } = await on.desk.call('applications.list', read);
    expect(data[0]?.templateName).not.toBe('');
  });
});

describe('the list of applications for a window', () => {
  const away = () => ({ kind: 'answer', status: 503, body: '', contentType: 'text/plain' }) as const;

  it('is the same list, in the order of names', async () => {
    const { data: listed } = await on.desk.call('applications.list', read);
    const { data } = await on.desk.call('applications.table', read);
    expect(data.table && rowsOf(data.table)).toEqual(listed);
    expect(listed.map(({ name }) => name)).toEqual(listed.map(({ name }) => name).toSorted(compareNames));
  });

  it('is not resent to a window that has it, whether it comes from the tenant or the cache', async () => {
    const first = await on.desk.call('applications.table', read);
    const known = first.data.version;
    const again = await on.desk.call('applications.table', { ...read, known });
    expect(again).toEqual({ data: { version: known }, fetchedAt: expect.any(Number), source: 'tenant' });
    on.network.setFaults(away);
    const cached = await on.desk.call('applications.table', { ...read, known });
    expect(cached).toMatchObject({ data: { version: known }, source: 'cache', fetchedAt: again.fetchedAt });
    expect(cached.error?.code).toBe('tenant-error');
    expect(cached.data.table).toBeUndefined();
  });

  it('is sent as soon as it says anything else', async () => {
    const { data: listed } = await on.desk.call('applications.list', read);
    const { version: known } = (await on.desk.call('applications.table', read)).data;
    const changed = { _RowKey: listed[3]?.id, Description: 'Another text' };
    await on.tenant.manage('/SaasManage/UpdateApplicationDE', changed);
    const { data } = await on.desk.call('applications.table', { ...read, known });
    expect(data.version).not.toBe(known);
    expect(data.table && rowsOf(data.table)[3]?.description).toBe('Another text');
  });
});

describe('the catalog', () => {
  it('is read in the shape of live tenants too', async () => {
    const { data: listed } = await on.desk.call('applications.templates', read);
    const rows = listed.map(({ id, name, displayName, category, description, type, icon, ...more }) => ({
      Row: {
        ID: id,
        Name: name,
        DisplayName: displayName,
        Category: category,
        Description: description,
        AppTypeDisplayName: type,
        Icon: icon,
        // Most tenants omit empty members.
        ...(more.mobileType === '' ? {} : { MobileAppType: more.mobileType }),
        ...(more.isFeatured ? { Featured: 'true' } : {}),
        ...(more.isOnPremises ? { OnPrem: true } : {}),
      },
    }));
    on.network.setFaults(() =>
      response({ AppTemplates: { Results: rows }, Categories: [{ Name: 'Other' }] }),
    );
    expect((await on.desk.call('applications.templates', read)).data).toEqual(listed);
  });
});

describe('an application', () => {
  it('is shown with its whole record, with unknown members, but without secrets', async () => {
    on.network.setFaults(() =>
      response({
        _RowKey: 'a1',
        Name: 'Payroll',
        Strange: { Member: 1 },
        OAuthProfile: { ClientID: 'payroll', ClientSecret: 'do-not-show', TokenLifetimeString: '5:00:00' },
      }),
    );
    const { data } = await on.desk.call('applications.get', { ...read, id: 'a1' });
    expect(data).toMatchObject({
      name: 'Payroll',
      record: {
        Strange: { Member: 1 },
        OAuthProfile: {
          ClientID: 'payroll',
          // What tells two secrets apart, and nothing of either.
          ClientSecret: expect.stringMatching(/^••••[0-9a-f]{8}$/),
          TokenLifetimeString: '5:00:00',
        },
      },
    });
    expect(JSON.stringify(data)).not.toContain('do-not-show');
  });

  it('that does not exist is reported with the tenant’s message', async () => {
    await expect(on.desk.call('applications.get', { ...read, id: 'no-such-id' })).rejects.toMatchObject({
      error: { code: 'refused-by-tenant' },
    });
  });
});

describe('the origins', () => {
  it('come with the tenant’s own host', async () => {
    const { data } = await on.desk.call('origins.get', read);
    expect(data.ownHost).toBe(new URL(on.network.baseUrl).host);
    expect(data.origins).toContain('portal.acme.example');
  });

  it('can be entered as any address', async () => {
    const texts = [' HTTPS://App.Example:8443/x ', '*.example'];
    const [app, pattern] = await on.desk.call('origins.explain', { texts });
    expect(app).toMatchObject({ text: texts[0], origin: 'app.example:8443' });
    expect(pattern).toMatchObject({ problem: expect.stringContaining('single hosts') as unknown });
  });

  it('are checked with a preflight request to the tenant, without a sign-in', async () => {
    const check = (address: string) => on.desk.call('origins.check', { tenantId: read.tenantId, address });
    const trusted = await check('portal.acme.example');
    expect(trusted).toMatchObject({ origin: 'https://portal.acme.example', isTrusted: true });
    expect(trusted.request.headers.map(([name]) => name)).not.toContain('authorization');
    expect(trusted.response.status).toBe(204);
    const rejected = await check('http://stranger.example:8080');
    expect(rejected).toMatchObject({ origin: 'http://stranger.example:8080', isTrusted: false });
    expect(rejected.response).toMatchObject({
      status: 403,
      text: expect.stringContaining('AllowCors') as unknown,
    });
    await expect(check('*.acme.example')).rejects.toMatchObject({ error: { code: 'invalid-input' } });
  });
});
