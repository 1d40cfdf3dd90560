import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import { anApplication } from '../builders/an-application.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, remove, setAll, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const freshness = 'tenant-first';
const script = "setAttribute('department', LoginUser.Get('department'));";

const restore = (...itemIds: string[]): ChangeRequest => ({ from: 'deleted', itemIds });
const deleted = (kind = 'application') =>
  on.desk.call('history.deleted', { tenantId: on.desk.tenantId, kind });
const rejection = async (request: ChangeRequest): Promise<DeskError | undefined> => {
  try {
    await on.desk.plan(request);
    return undefined;
  } catch (thrown) {
    return (thrown as { readonly error: DeskError }).error;
  }
};

async function add(name: string, more: Parameters<typeof anApplication>[0] = {}): Promise<string> {
  const { items } = await on.desk.apply(create('application', anApplication({ name, ...more })));
  expect(items).toMatchObject([{ state: 'verified' }]);
  return items[0]?.target.id ?? '';
}

async function read(id: string) {
  const listRequest = { tenantId: on.desk.tenantId, freshness } as const;
  const { data } = await on.desk.call('applications.get', { ...listRequest, id });
  const own = await on.desk.call('scripts.get', { ...listRequest, applicationId: id });
  return { ...data, script: own.data.script };
}

describe('applications that were deleted here', () => {
  it('are listed, newest first, each with its type, until they are restored', async () => {
    expect(await deleted()).toEqual([]);
    const [first, second] = [await add('First'), await add("Second's")];
    await on.desk.apply(setAll('application', [first], null));
    await on.desk.apply(setAll('application', [second], null));
    const [last, before, ...others] = await deleted();
    expect(others).toEqual([]);
    expect(last).toMatchObject({
      name: "Second's",
      type: 'Web - SAML',
      deletedBy: expect.stringMatching(/./),
    });
    expect(before).toMatchObject({ name: 'First' });
    expect(await deleted('webhook')).toEqual([]);

    const { plan, items } = await on.desk.apply(restore(before?.itemId ?? ''));
    expect(plan.title).toBe('Restore · First');
    expect(items).toMatchObject([{ state: 'verified', target: { name: 'First' } }]);
    expect(await deleted()).toEqual([last]);
  });

  it('are restored completely from different plans in one plan, with script and roles, under new IDs', async () => {
    const { call, tenantId } = on.desk;
    const roles = (await call('roles.list', { tenantId, freshness })).data;
    const finance = roles.find(({ name }) => name === 'Finance')?.id ?? '';
    const whole = await add('Whole', { script, description: 'Über alles', roles: [finance] });
    const others = [await add('Others 1'), await add('Others 2')];
    const before = await read(whole);
    await on.desk.apply(setAll('application', [whole], null));
    await on.desk.apply(setAll('application', others, null));

    const chosen = (await deleted()).filter(({ name }) => name !== 'Others 1');
    expect(chosen.map(({ name }) => name)).toEqual(['Others 2', 'Whole']);
    const { plan, items } = await on.desk.apply(restore(...chosen.map(({ itemId }) => itemId)));
    expect(plan.title).toBe('Restore · 2 applications');
    expect(items.map(({ state }) => state)).toEqual(['verified', 'verified']);

    const id = items.find(({ target }) => target.name === 'Whole')?.target.id ?? '';
    expect(id).not.toBe(whole);
    const after = await read(id);
    expect(after).toMatchObject({ name: 'Whole', description: 'Über alles', script, type: before.type });
    const published = await call('roles.publications', { tenantId, roleId: finance, freshness });
    expect(published.data.map((one) => one.id)).toContain(id);
    expect((await deleted()).map(({ name }) => name)).toEqual(['Others 1']);
  });

  it('get the script of their template as their own when they are restored, as the review of the deletion says', async () => {
    const { call, tenantId } = on.desk;
    const scriptOf = async (applicationId: string) =>
      (await call('scripts.get', { tenantId, applicationId, freshness })).data;
    const id = await add('Scripted by its template');
    const before = await scriptOf(id);
    expect(before).toMatchObject({ isModified: false, script: expect.stringContaining('setIssuer') });
    const warning = 'Its script comes from the template. Undo turns it into a custom script.';
    const { items: gone } = await on.desk.apply(setAll('application', [id], null));
    expect(gone[0]?.warnings).toContain(warning);

    const [{ itemId } = { itemId: '' }] = await deleted();
    const { items } = await on.desk.apply(restore(itemId));
    expect(items).toMatchObject([{ state: 'verified' }]);
    const restored = items[0]?.target.id ?? '';
    expect(await scriptOf(restored)).toMatchObject({ isModified: true, script: before.script });
    const { items: goneAgain } = await on.desk.apply(setAll('application', [restored], null));
    expect(goneAgain[0]?.warnings).not.toContain(warning);
  });

  it('are no longer listed once an undo has restored them, and are listed again once that is undone', async () => {
    const id = await add('Undone');
    const names = async () => (await deleted()).map(({ name }) => name);
    const gone = await on.desk.apply(setAll('application', [id], null));
    const [{ itemId } = { itemId: '' }] = await deleted();
    const back = await on.desk.apply(undo(gone.plan.id));
    expect(await names()).not.toContain('Undone');
    expect(await rejection(restore(itemId))).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('was undone already'),
    });
    await on.desk.apply(undo(back.plan.id));
    expect(await names()).toContain('Undone');
  });

  it('are rejected if the item deleted nothing, is unknown, or belongs to another tenant, and nothing is planned', async () => {
    const made = await on.desk.apply(create('application', anApplication({ name: 'Made' })));
    for (const itemId of [made.items[0]?.id ?? '', 'nothing']) {
      expect(await rejection(restore(itemId))).toMatchObject({ code: 'not-found' });
    }
    const id = made.items[0]?.target.id ?? '';
    await on.desk.apply(setAll('application', [id], null));
    const [{ itemId } = { itemId: '' }] = await deleted();
    const inOtherTenant = on.desk.call('changes.plan', { tenantId: 'nobody', request: restore(itemId) });
    await expect(inOtherTenant).rejects.toMatchObject({ error: { code: 'not-found' } });
  });

  it('are distinguished by type', async () => {
    const webhook = aWebhook({ name: 'Tell' });
    const { items } = await on.desk.apply(create('webhook', webhook));
    await on.desk.apply(remove('webhook', items[0]?.target.id ?? '', webhook));
    expect((await deleted('webhook')).map(({ name }) => name)).toEqual(['Tell']);
    expect((await deleted()).map(({ name }) => name)).not.toContain('Tell');
  });
});
