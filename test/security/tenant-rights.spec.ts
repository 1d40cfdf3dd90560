import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codeFlow, discover, registerApplication } from '../builders/a-relying-party.ts';
import { deskTokenOf, nameOfOrdinaryUser } from '../builders/an-ordinary-user.ts';
import { tenantRoutes } from '../builders/tenant-routes.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { procedures } from '../../tenant/procedures/procedure-table.ts';
import { queryableTables } from '../../tenant/store/queryable-tables.ts';
import { callManagement } from '../integration/tenant-process.ts';
import { expectedStatuses, identities, type Identity, type Verdict } from './tenant-rights-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenant-rights-'));
const tenant = useTenant(() => ['--apps', '2', '--events', '20', '--data', folder]);
afterAll(() => rmSync(folder, { recursive: true }));
const routes = await tenantRoutes();
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
/** Last, because it ends every session. */
const RESET = 'POST /sandbox/reset';

const tokens: Record<Identity, string | undefined> = {
  nobody: undefined,
  user: undefined,
  admin: undefined,
  'relying party': undefined,
  'service user': undefined,
  'service admin': undefined,
};
let ordinaryUser: string;

beforeAll(async () => {
  ordinaryUser = await nameOfOrdinaryUser(tenant);
  tokens.user = await deskTokenOf(tenant, ordinaryUser);
  tokens.admin = tenant.accessToken;
  const { clientId } = await registerApplication(tenant);
  const issued = await codeFlow(tenant, await discover(tenant, clientId), 'openid profile');
  tokens['relying party'] = issued.access_token;
  const [plain, raised] = giveRights();
  tokens['service user'] = await tokenOfServiceUser(plain);
  tokens['service admin'] = await tokenOfServiceUser(raised);
});

/** Adds one of two service users to the admin role, as the platform's portal does; returns their names. */
function giveRights(): readonly [string, string] {
  using database = new DatabaseSync(join(folder, 'sandbox-staging', 'tenant.db'), { timeout: 5000 });
  const names = database
    .prepare("SELECT Username FROM User WHERE UserType = 'Service' AND Status = 'Active' LIMIT 2")
    .all()
    .map(({ Username }) => String(Username));
  const [plain = '', raised = ''] = names;
  database
    .prepare(
      `INSERT INTO role_member (role_id, user_id)
       SELECT m.role_id, s.ID FROM role_member m JOIN User a ON a.ID = m.user_id JOIN User s
       WHERE a.Username = ? AND s.Username = ? ON CONFLICT DO NOTHING`,
    )
    .run(tenant.username, raised);
  return [plain, raised];
}

async function tokenOfServiceUser(name: string): Promise<string> {
  const response = await fetch(`${tenant.baseUrl}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${encodeURIComponent(name)}:${tenant.password}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'management analytics' }),
  });
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
}

async function verdictOn(route: string, identity: Identity): Promise<Verdict> {
  const [method = '', path = ''] = route.split(' ');
  const token = tokens[identity];
  const hasBody = method === 'POST';
  const isProvider = routes.some((one) => nameOf(one) === route && one.access.kind === 'provider');
  const response = await fetch(`${tenant.baseUrl}${path.replaceAll(/:\w+/g, 'anything')}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(hasBody
        ? { 'content-type': isProvider ? 'application/x-www-form-urlencoded' : 'application/json' }
        : {}),
    },
    ...(hasBody ? { body: isProvider ? 'grant_type=none' : '{}' } : {}),
  });
  const challenge = response.headers.get('www-authenticate');
  const text = await response.text();
  const isForbidden = response.status === 403 || /"ErrorID":"NotAuthorized"/.test(text);
  if (isForbidden) return challenge?.includes('insufficient_scope') === true ? 'no scope' : 'no right';
  if (isProvider && response.status === 400 && text.startsWith('{')) return 'no use';
  if (response.status !== 401) return 'in';
  return challenge === null ? 'no session' : 'no token';
}

describe('a user without rights', () => {
  const asUser = (path: string, body: unknown) =>
    callManagement({ ...tenant, accessToken: tokens.user ?? '' }, path, body);
  const ask = async (Script: string) => (await asUser('/RedRock/Query', { Script })).envelope;

  it('can query applications, roles, and users, and no other table in any way', async () => {
    for (const script of [
      'SELECT ID, Name FROM Application',
      'SELECT * FROM Role',
      'SELECT * FROM User',
      '@@Web Applications',
    ])
      expect(await ask(script)).toMatchObject({ success: true });
    const all = queryableTables.filter(
      (name) => !['Application', 'Role', 'User', 'DsUsers', 'DsGroups'].includes(name),
    );
    const scripts = all.flatMap((name) => [
      `SELECT * FROM ${name}`,
      `SELECT count(*) FROM ${name}`,
      `SELECT 1 FROM Role WHERE EXISTS (SELECT 1 FROM main.${name})`,
      `WITH a AS (SELECT * FROM ${name}) SELECT count(*) FROM a`,
      `SELECT * FROM Role UNION SELECT 1, 1, 1, 1, 1, 1 FROM ${name}`,
    ]);
    for (const script of [...scripts, '@@Failed sign-ins', 'SELECT id FROM vaulted_object'])
      expect([script, await ask(script)]).toMatchObject([
        script,
        { success: false, ErrorID: 'QueryNotAllowed' },
      ]);
  });

  it.each(procedures.map(({ path }) => path))('cannot run %s as a query or as a job', async (path) => {
    expect(await ask(`@${path}`)).toMatchObject({ success: false, ErrorID: 'NotAuthorized' });
    const started = await asUser('/JobFlow/StartJob', { script: path, args: {} });
    expect(started.envelope).toMatchObject({ success: false, ErrorID: 'NotAuthorized' });
  });

  it('cannot send a report by email', async () => {
    const Args = { SelectQuery: 'SELECT * FROM Role', To: 'someone@acme.example' };
    const { envelope } = await asUser('/RedRock/Query', { Script: '@/lib/email_report.js', Args });
    expect(envelope).toMatchObject({ success: false, ErrorID: 'NotAuthorized' });
  });

  it('reads only their own jobs', async () => {
    const script = '/lib/server/request_computer_access.js';
    const own = await asUser('/JobFlow/StartJob', { script, args: { id: 'a-server' } });
    const { envelope: read } = await asUser('/JobFlow/GetJob', { ID: own.envelope.Result });
    expect(read).toMatchObject({ success: true, Result: { RequestedByName: ordinaryUser } });
    const others = await tenant.call('/JobFlow/StartJob', { script, args: { id: 'a-server' } });
    const { envelope: rejected } = await asUser('/JobFlow/GetJob', { ID: others.Result });
    expect(rejected).toMatchObject({ success: false, Result: null, ErrorID: 'JobNotFound' });
    expect(await tenant.call('/JobFlow/GetJob', { ID: own.envelope.Result })).toMatchObject({
      success: true,
    });
  });

  it('sees only their own applications', async () => {
    expect((await asUser('/UPRest/GetUPData', {})).envelope).toMatchObject({
      success: true,
      Result: { UserName: ordinaryUser },
    });
    const { envelope } = await asUser('/UPRest/GetUPData', { username: tenant.username });
    expect(envelope).toMatchObject({ success: false, ErrorID: 'NotAuthorized' });
  });
});

describe('the table of routes and callers', () => {
  it('has exactly the routes that the tenant registers', () => {
    expect(Object.keys(expectedStatuses).sort()).toEqual(routes.map(nameOf).sort());
  });

  const rows = Object.entries(expectedStatuses);
  const inOrder = [
    ...rows.filter(([route]) => route !== RESET),
    ...rows.filter(([route]) => route === RESET),
  ];
  it.each(inOrder)('matches the tenant at %s', async (route, expected) => {
    const found: Partial<Record<Identity, Verdict>> = {};
    for (const identity of identities) found[identity] = await verdictOn(route, identity);
    expect(found).toEqual(expected);
  });
});
