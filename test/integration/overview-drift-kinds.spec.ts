import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configurationTargetId } from '../../contract/configuration/configuration.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import { respondToQueries } from '../fakes/query-results.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { createTestVault } from './desk-on-tenant.ts';

/** Changes made by others, of every kind that is followed, and where not all of it can be read. */
const on = useDesk();
const freshness = 'tenant-first';
const idOfWhoIsSignedIn = 'admin';

const drift = async ({ call, tenantId }: DeskOnTenant = on.desk) =>
  (await call('overview.drift', { tenantId, freshness })).data;
const shownItems = async (desk?: DeskOnTenant) =>
  (await drift(desk)).items.map(({ kind, name, difference, summary }) => ({
    ...{ kind, name, difference, summary },
  }));
const markSeen = ({ call, tenantId }: DeskOnTenant = on.desk) => call('overview.markSeen', { tenantId });

async function applications() {
  const { data } = await on.desk.call('applications.list', { tenantId: on.desk.tenantId, freshness });
  return data;
}

const edit = (id: string, members: Readonly<Record<string, unknown>>) =>
  on.tenant.manage('/SaasManage/UpdateApplicationDE', { _RowKey: id, ...members });

const rowsOf = (...rows: object[]) => ({ Results: rows.map((Row) => ({ Row })), FullCount: rows.length });

/** Has the tenant answer the list of roles and who has each with these. */
function respondWithRoles(role: object, members: readonly string[] | string): void {
  on.network.setFaults(({ path, body }) => {
    if (!/\/redrock\/query/i.test(path)) return { kind: 'pass' };
    const { Script } = JSON.parse(body) as { Script: string };
    const isList = /from Role\b/i.test(Script);
    const isMembers = Script.includes('get_role_members');
    if (!isList && !isMembers) return { kind: 'pass' };
    const result =
      isMembers && typeof members === 'string'
        ? { success: false, Message: members }
        : {
            success: true,
            Result: isList
              ? rowsOf({ ID: 'r1', RoleType: 'PrincipalList', Description: '', ...role })
              : rowsOf(...[members].flat().map((name) => ({ ID: `id of ${name}`, Username: name }))),
          };
    return { kind: 'answer', status: 200, body: JSON.stringify(result) };
  });
}

describe('changes made by others of a role', () => {
  it('covers its name, its description, and its assignments', async () => {
    respondWithRoles({ Name: 'Helpdesk' }, ['ada@acme.example', 'grace@acme.example']);
    expect(await shownItems()).toEqual([]);
    respondWithRoles({ Name: 'Service desk', Description: 'First line' }, [
      'ada@acme.example',
      'mary@acme.example',
    ]);
    expect(await shownItems()).toEqual([
      {
        kind: 'role',
        name: 'Service desk',
        difference: 'changed',
        summary: 'name, description, members +1 −1',
      },
    ]);
    const parts = await on.desk.call('overview.driftParts', {
      ...{ tenantId: on.desk.tenantId, kind: 'role', targetId: 'r1' },
    });
    expect(parts).toContainEqual(
      expect.objectContaining({ name: 'people', after: ['ada@acme.example', 'mary@acme.example'] }),
    );
    await markSeen();
    expect(await shownItems()).toEqual([]);
  });

  it('does not count as an assignment change if the tenant no longer returns assignments', async () => {
    respondWithRoles({ Name: 'Helpdesk' }, ['ada@acme.example']);
    await shownItems();
    respondWithRoles({ Name: 'Helpdesk' }, 'There is no such procedure.');
    expect(await shownItems()).toEqual([]);
    respondWithRoles({ Name: 'Helpdesk' }, ['ada@acme.example']);
    expect(await shownItems()).toEqual([]);
  });

  it('is that more people have it than are named', async () => {
    const crowd = Array.from({ length: 1200 }, (_, index) => `person-${index}`);
    respondWithRoles({ Name: 'Everyone here' }, crowd);
    await shownItems();
    respondWithRoles({ Name: 'Everyone here' }, [...crowd, 'one more']);
    expect(await shownItems()).toEqual([
      { kind: 'role', name: 'Everyone here', difference: 'changed', summary: 'number of members' },
    ]);
  });
});

describe('changes made by others', () => {
  it('is what a role may use, and a setting of the tenant', async () => {
    await shownItems();
    const app = (await applications())[0];
    const roles = await on.desk.call('roles.list', { tenantId: on.desk.tenantId, freshness });
    const granted = await Promise.all(
      roles.data.map(async ({ id }) => {
        const { data } = await on.desk.call('roles.publications', {
          ...{ tenantId: on.desk.tenantId, roleId: id, freshness },
        });
        return { id, has: data.some((each) => each.id === app?.id) };
      }),
    );
    const role = granted.find(({ has }) => !has)?.id ?? '';
    await on.tenant.manage('/SaasManage/PublishApplication', { _RowKey: app?.id, Roles: [role] });
    const before = (await on.tenant.manage('/TenantConfig/GetCustomerConfig', {})) as {
      readonly ForgotUsernameAllowed: boolean;
    };
    await on.tenant.manage('/TenantConfig/SetCustomerConfig', {
      ForgotUsernameAllowed: !before.ForgotUsernameAllowed,
    });
    const { items } = await drift();
    expect(items.map(({ kind, difference }) => [kind, difference])).toEqual(
      expect.arrayContaining([
        ['publication', 'added'],
        ['configuration', 'changed'],
      ]),
    );
    expect(items.find(({ kind }) => kind === 'configuration')?.targetId).toBe(configurationTargetId);
    await markSeen();
    expect(await shownItems()).toEqual([]);
  });

  it('is by someone else if the events name several users', async () => {
    await shownItems();
    const app = (await applications())[1];
    await edit(app?.id ?? '', { Description: `By Grace, ${Date.now()}` });
    const event = (by: string, guid: string, seconds: number) => ({
      ...{ ID: `${by}-${seconds}`, NormalizedUser: by, UserGuid: guid },
      ...{ WhenOccurred: `/Date(${Date.now() + seconds * 1000})/` },
      ...{ EntityType: 'Application', EntityID: app?.id },
    });
    respondToQueries(
      on.network,
      () =>
        rowsOf(
          event('ada@acme.example', idOfWhoIsSignedIn, 2),
          event('grace@acme.example', 'id of grace', 1),
        ),
      /FROM Event/,
    );
    const { items } = await drift();
    expect(items.find(({ kind }) => kind === 'application')).toMatchObject({
      changedBy: 'grace@acme.example',
    });
    await markSeen();
  });

  it('is shown for all other kinds if one may not be read', async () => {
    await shownItems();
    const app = (await applications())[2];
    await edit(app?.id ?? '', { Description: `While roles are closed, ${Date.now()}` });
    on.network.setFaults(({ path, body }) =>
      /\/redrock\/query/i.test(path) && /from Role\b/i.test(body)
        ? { kind: 'answer', status: 403, body: JSON.stringify({ success: false, Message: 'Not for you.' }) }
        : { kind: 'pass' },
    );
    const { items, kinds } = await drift();
    expect(items.map(({ kind }) => kind)).toEqual(['application']);
    expect(kinds.filter(({ error }) => error !== undefined).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['role', 'publication']),
    );
    on.network.setFaults(() => ({ kind: 'pass' }));
    await markSeen();
    expect((await drift()).kinds.every(({ error }) => error === undefined)).toBe(true);
  });
});

describe('a secret that was changed and nothing else', () => {
  const secrets = ['Bearer first-secret-71ab', 'Bearer second-secret-90cd'] as const;
  let count = 0;

  async function withWebhook() {
    const name = `Keeps a secret ${(count += 1)}`;
    await on.colleague.apply(create('webhook', aWebhook({ name, headers: `Authorization: ${secrets[0]}` })));
    const folder = makeTemporaryFolder();
    const vault = createTestVault();
    return { name, folder, vault };
  }

  async function changeSecret(name: string): Promise<void> {
    const webhook = (await on.colleague.webhooks()).find((each) => each.name === name);
    if (webhook === undefined) throw new Error('The webhook is gone.');
    const state = webhookStateOf(webhook);
    const wanted = { ...state, headers: `Authorization: ${secrets[1]}` };
    const { items } = await on.colleague.apply(change('webhook', webhook.id, state, wanted));
    expect(items).toMatchObject([{ state: 'verified' }]);
  }

  const diskOf = (folder: string): string => {
    const database = new DatabaseSync(join(folder, 'desk.sqlite'), { readOnly: true });
    const rows = ['seen_things', 'drifted_things'].map((table) =>
      database.prepare(`SELECT * FROM ${table}`).all(),
    );
    database.close();
    return JSON.stringify(rows);
  };

  it('is shown in another session too, and is never on disk', async () => {
    const { name, folder, vault } = await withWebhook();
    const before = on.another({ folder, vault });
    expect(await shownItems(before)).toEqual([]);
    await before[Symbol.asyncDispose]();
    await changeSecret(name);
    const after = on.another({ folder, vault });
    expect(await shownItems(after)).toEqual([
      { kind: 'webhook', name, difference: 'changed', summary: '1 header' },
    ]);
    for (const secret of secrets) expect(diskOf(folder)).not.toContain(secret.slice('Bearer '.length));
    await markSeen(after);
    expect(await shownItems(after)).toEqual([]);
  });

  it('of an application is shown in another session too', async () => {
    const [app] = await applications();
    const id = app?.id ?? '';
    const values = ['app-secret-of-before-5d1f', 'app-secret-of-after-93be'] as const;
    await edit(id, { ClientSecret: values[0] });
    const [folder, vault] = [makeTemporaryFolder(), createTestVault()];
    const before = on.another({ folder, vault });
    await shownItems(before);
    await before[Symbol.asyncDispose]();
    await edit(id, { ClientSecret: values[1] });
    const after = on.another({ folder, vault });
    expect(await shownItems(after)).toEqual([
      expect.objectContaining({ kind: 'application', name: app?.name, difference: 'changed' }),
    ]);
    for (const secret of values) expect(diskOf(folder)).not.toContain(secret);
  });

  it('is not shown if the previous key is lost, and is shown again from then on', async () => {
    const { name, folder } = await withWebhook();
    const before = on.another({ folder, vault: createTestVault() });
    await shownItems(before);
    await before[Symbol.asyncDispose]();
    const again = on.another({ folder, vault: createTestVault() });
    expect(await shownItems(again)).toEqual([]);
    await changeSecret(name);
    expect(await shownItems(again)).toEqual([
      expect.objectContaining({ kind: 'webhook', name, difference: 'changed' }),
    ]);
  });
});

describe('a seen state that can no longer be read', () => {
  it.each([
    ['damaged', `UPDATE seen_things SET state = '{"na' WHERE kind = 'application' AND target_id = ?`],
    [
      'of a later version',
      `UPDATE seen_things SET kind_version = 99 WHERE kind = 'application' AND target_id = ?`,
    ],
  ])('stays unchanged if it is %s, until the user starts over', async (_what, statement) => {
    const folder = makeTemporaryFolder();
    const vault = createTestVault();
    const before = on.another({ folder, vault });
    await shownItems(before);
    await before[Symbol.asyncDispose]();
    const [first, second] = await applications();
    const id = first?.id ?? '';
    const inDatabase = <Answer>(act: (database: DatabaseSync) => Answer): Answer => {
      const database = new DatabaseSync(join(folder, 'desk.sqlite'));
      try {
        return act(database);
      } finally {
        database.close();
      }
    };
    inDatabase((database) => database.prepare(statement).run(id));
    const readStored = () =>
      inDatabase((database) =>
        database
          .prepare(`SELECT state, kind_version FROM seen_things WHERE kind = 'application' AND target_id = ?`)
          .get(id),
      );
    const storedBefore = readStored();
    await edit(id, { Description: `Not compared, ${Date.now()}` });
    await edit(second?.id ?? '', { Description: `Compared, ${Date.now()}` });
    const after = on.another({ folder, vault });
    const { items, kinds } = await drift(after);
    // The events show that it was changed; its previous state is unknown.
    expect(items.filter(({ kind }) => kind === 'application')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: second?.name, summary: 'description' }),
        expect.objectContaining({ name: first?.name, summary: '' }),
      ]),
    );
    expect(kinds.find(({ kind }) => kind === 'application')).toMatchObject({ unreadable: 1 });
    expect(readStored()).toEqual(storedBefore);
    await markSeen(after);
    expect((await drift(after)).kinds.find(({ kind }) => kind === 'application')).toMatchObject({
      unreadable: 0,
    });
    await edit(id, { Description: `Compared again, ${Date.now()}` });
    expect((await shownItems(after)).filter(({ kind }) => kind === 'application')).toEqual([
      expect.objectContaining({ name: first?.name, summary: 'description' }),
    ]);
  });
});
