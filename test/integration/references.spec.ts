import { describe, expect, it } from 'vitest';
import { anApplication } from '../builders/an-application.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, undo } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const freshness = 'tenant-first';

/** Adds an item and returns the ID that the tenant assigned. */
async function add(kind: string, state: Parameters<typeof create>[1]): Promise<string> {
  const { items } = await on.desk.apply(create(kind, state));
  expect(items).toMatchObject([{ state: 'verified' }]);
  return items[0]?.target.id ?? '';
}

async function deleteAndRestore(id: string) {
  const { plan } = await on.desk.apply({
    from: 'targets',
    kind: 'application',
    targetIds: [id],
    set: null,
  });
  const { items } = await on.desk.apply(undo(plan.id));
  expect(items).toMatchObject([{ state: 'verified' }]);
  const [item] = items;
  if (item === undefined) throw new Error('Nothing was brought back.');
  return item;
}

const find = (itemId: string) => on.desk.call('references.find', { itemId });

describe('an application that was restored under a new ID', () => {
  it('has what still names the old one listed, with where in it, and what was not looked at', async () => {
    const { call, tenantId } = on.desk;
    const id = await add('application', anApplication({ name: 'Payroll' }));
    const webhookId = await add('webhook', aWebhook({ name: 'Tell', requestBody: `{"app": "${id}"}` }));
    const otherId = await add(
      'application',
      anApplication({ name: 'Other', script: `setAttribute("app", "${id}");` }),
    );
    const query = await call('queryLibrary.add', {
      name: 'Launches',
      text: `Select * from Event where ID = '${id}'`,
    });
    const draft = openDraft(on.desk, { kind: 'webhook', targetId: 'new:one', base: null });
    await draft.type(aWebhook({ name: 'Typed', description: `About ${id}` }));
    await call('webhooks.list', { tenantId, freshness });
    await call('applications.list', { tenantId, freshness });
    await call('applications.get', { tenantId, id: otherId, freshness });

    const item = await deleteAndRestore(id);
    const found = await find(item.id);
    expect(found).toMatchObject({ oldId: id, newId: item.target.id, more: 0 });
    expect(found?.references).toEqual([
      { kind: 'script', targetId: otherId, name: 'Other', places: ['script'] },
      { kind: 'webhook', targetId: webhookId, name: 'Tell', places: ['template'] },
      { kind: 'query', targetId: query.id, name: 'Launches', places: ['text'] },
      { kind: 'webhook', targetId: 'new:one', name: 'Typed', places: ['draft'] },
    ]);
    expect(found?.notSearched).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Records and scripts: \d+ of the \d+ applications have not been loaded/),
        'Secret parts of webhook URLs and headers are not searched.',
        'Roles: the list hasn’t been loaded yet.',
        expect.stringMatching(/^Saved change set files/),
      ]),
    );
  });

  it('reports lists that were never read instead of finding nothing in them', async () => {
    const id = await add('application', anApplication({ name: 'Alone' }));
    const item = await deleteAndRestore(id);
    const found = await find(item.id);
    expect(found?.references).toEqual([]);
    expect(found?.notSearched).toEqual(
      expect.arrayContaining(['Webhooks: the list hasn’t been loaded yet.']),
    );
  });

  it('names a role only from data that was read after the application was restored', async () => {
    const { call, tenantId } = on.desk;
    const { data: roles } = await call('roles.list', { tenantId, freshness });
    const [role] = roles;
    if (role === undefined) throw new Error('The tenant has no role.');
    const id = await add('application', anApplication({ name: 'Published', roles: [role.id] }));
    await call('roles.publications', { tenantId, roleId: role.id, freshness });
    const item = await deleteAndRestore(id);
    const before = await find(item.id);
    expect(before?.references).toEqual([]);
    expect(before?.notSearched).toContain(
      `The applications of ${roles.length} roles: not loaded since the restore.`,
    );
    await call('roles.publications', { tenantId, roleId: role.id, freshness });
    const after = await find(item.id);
    expect(after?.references).toEqual([]);
    expect(after?.notSearched).toContain(
      `The applications of ${roles.length - 1} roles: not loaded since the restore.`,
    );
  });

  it('is distinguished from changed or added items, which have no references', async () => {
    const { items } = await on.desk.apply(create('application', anApplication({ name: 'New' })));
    expect(await find(items[0]?.id ?? '')).toBeUndefined();
    expect(await find('no such item')).toBeUndefined();
  });
});
