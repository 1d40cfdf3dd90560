import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import type { ChangeSet } from '../../main/changes/files/change-set-file.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, setAll, undo } from '../builders/requests.ts';
import { readContent } from '../builders/tenant-content.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';

/** A change set: changes that one admin reviewed, as a file that another one opens, compares, and applies. */
const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;

async function saveSet(desk: DeskOnTenant, request: ChangeRequest): Promise<Uint8Array> {
  const plan = await desk.plan(request);
  await desk.call('changeSets.save', { planId: plan.id });
  const saved = desk.host.saved.at(-1);
  if (saved === undefined) throw new Error('No file was saved.');
  return saved.bytes;
}

async function openSet(desk: DeskOnTenant, bytes: Uint8Array) {
  desk.host.fileToOpen = { name: 'reviewed.json', bytes };
  const opened = await desk.call('changeSets.open', undefined);
  if (opened === undefined) throw new Error('No file was opened.');
  return { opened, request: { from: 'change-set', fileId: opened.fileId } as const };
}

const setOf = (bytes: Uint8Array): ChangeSet => JSON.parse(new TextDecoder().decode(bytes)) as ChangeSet;
const bytesOf = (set: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(set));

async function someApplications(count: number) {
  const { data } = await on.desk.call('applications.list', read);
  return data.slice(0, count);
}

const descriptionOf = async (id: string): Promise<string> =>
  (await on.desk.call('applications.get', { ...read, id })).data.description;

describe('a change set', () => {
  it('is applied by another admin as it was reviewed, and undone like any other plan', async () => {
    const applications = await someApplications(3);
    const ids = applications.map(({ id }) => id);
    const before = await readContent(on.tenant);
    const bytes = await saveSet(on.desk, setAll('application', ids, { description: 'Owner: identity' }));

    const colleague = on.another();
    const { opened, request } = await openSet(colleague, bytes);
    expect(opened).toMatchObject({ name: 'reviewed.json', count: 3, tenantId: colleague.tenantId });
    const plan = await colleague.plan(request);
    expect(plan).toMatchObject({
      total: 3,
      changing: 3,
      origin: { type: 'change-set', fileName: 'reviewed.json' },
    });
    const items = await colleague.itemsOf(plan.id);
    expect(items.map(({ basis }) => basis)).toEqual(['compared', 'compared', 'compared']);

    const applied = await colleague.applyPlan(plan);
    expect(applied.items.map(({ state }) => state)).toEqual(['verified', 'verified', 'verified']);
    expect(await Promise.all(ids.map(descriptionOf))).toEqual(Array(3).fill('Owner: identity'));
    await colleague.apply(undo(plan.id));
    expect(await readContent(on.tenant)).toEqual(before);
  });

  it('describes its changes in readable lines beside the states that are applied', async () => {
    const [application] = await someApplications(1);
    const bytes = await saveSet(
      on.desk,
      setAll('application', [application?.id ?? ''], { description: 'For readers' }),
    );
    const [change] = setOf(bytes).changes;
    expect(change).toMatchObject({ kind: 'application', name: application?.name });
    expect(change?.difference.join('\n')).toContain('For readers');
    expect(setOf(bytes)).toMatchObject({ format: 'tenant-desk/change-set', version: 1 });
  });

  it('shows changes made in the tenant after it was saved as a conflict', async () => {
    const [application] = await someApplications(1);
    const id = application?.id ?? '';
    const bytes = await saveSet(on.desk, setAll('application', [id], { description: 'Mine' }));
    await on.colleague.apply(setAll('application', [id], { description: 'Theirs' }));

    const { request } = await openSet(on.desk, bytes);
    const plan = await on.desk.plan(request);
    expect(plan).toMatchObject({ changing: 0, undecided: 1 });
    const applied = await on.desk.applyPlan(plan);
    expect(applied.items.map(({ state }) => state)).toEqual(['left-out']);
    expect(await descriptionOf(id)).toBe('Theirs');
  });

  it('contains no credentials, skips changes that need one, and reports that', async () => {
    const secret = 'Bearer 51b2-never-in-a-file';
    const guarded = aWebhook({ name: 'Guarded', headers: `Authorization: ${secret}` });
    const bytes = await saveSet(on.desk, create('webhook', guarded, aWebhook({ name: 'Open' })));
    expect(new TextDecoder().decode(bytes)).not.toContain('51b2');

    const colleague = on.another();
    const { request } = await openSet(colleague, bytes);
    const items = await colleague.itemsOf((await colleague.plan(request)).id);
    expect(items.map(({ target, state, error }) => [target.name, state, error?.message])).toEqual([
      ['Guarded', 'left-out', expect.stringContaining('Enter it again')],
      ['Open', 'pending', undefined],
    ]);
  });

  it('can be planned only by the instance that opened it', async () => {
    const bytes = await saveSet(on.desk, create('webhook', aWebhook({ name: 'Open' })));
    const { request } = await openSet(on.another(), bytes);
    await expect(on.desk.plan(request)).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('Open it again'),
    });
  });

  it('is rejected for another tenant, with the names of both', async () => {
    const [application] = await someApplications(1);
    const bytes = await saveSet(
      on.desk,
      setAll('application', [application?.id ?? ''], { description: 'Elsewhere' }),
    );
    const otherTenant = bytesOf({
      ...setOf(bytes),
      tenant: { name: 'Globex', address: 'https://globex.example', isEmbedded: false },
    });
    const { opened, request } = await openSet(on.desk, otherTenant);
    expect(opened).toMatchObject({ tenantId: null, tenantName: 'Globex' });
    await expect(on.desk.plan(request)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('made for Globex (https://globex.example)'),
    });
  });

  it('is rejected completely if its base was edited, because a conflict must not disappear', async () => {
    const [application] = await someApplications(1);
    const bytes = await saveSet(
      on.desk,
      setAll('application', [application?.id ?? ''], { description: 'By hand' }),
    );
    const set = setOf(bytes);
    const [change] = set.changes;
    // Half a surrogate pair has no canonical form, by which bases are compared.
    for (const description of ['Forged', 'half a pair: \ud800']) {
      const forged = { ...set, changes: [{ ...change, base: { ...Object(change?.base), description } }] };
      on.desk.host.fileToOpen = { name: 'forged.json', bytes: bytesOf(forged) };
      await expect(on.desk.call('changeSets.open', undefined)).rejects.toMatchObject({
        code: 'file-wrong-shape',
        message: expect.stringContaining('its base was edited'),
      });
    }
  });

  it.each([
    ['no JSON', new TextEncoder().encode('{"format":'), 'file-not-json', 'is not a JSON file'],
    ['another file', bytesOf({ ruleActions: [] }), 'file-wrong-shape', 'not a Tenant Desk change set'],
    [
      'a newer version',
      bytesOf({ format: 'tenant-desk/change-set', version: 99 }),
      'file-wrong-shape',
      'Update Tenant Desk',
    ],
  ])('is rejected if it is %s', async (_what, bytes, code, text) => {
    on.desk.host.fileToOpen = { name: 'odd.json', bytes };
    await expect(on.desk.call('changeSets.open', undefined)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text),
    });
  });

  it('is rejected if it has a member that this version does not know, with the name of the change', async () => {
    const bytes = await saveSet(on.desk, setAll('origins', ['origins'], { origins: ['a.example'] }));
    const set = setOf(bytes);
    const newer = { ...set, changes: set.changes.map((change) => ({ ...change, kind: 'policy' })) };
    on.desk.host.fileToOpen = { name: 'newer.json', bytes: bytesOf(newer) };
    await expect(on.desk.call('changeSets.open', undefined)).rejects.toMatchObject({
      code: 'file-wrong-shape',
      message: expect.stringContaining('change 1 (Trusted origins)'),
    });
  });

  it('is not created from an import, which is shared as a file', async () => {
    const [webhook] = await on.desk.webhooks();
    await on.desk.call('migration.export', {
      tenantId: on.desk.tenantId,
      webhookIds: [webhook?.id ?? ''],
      fileName: 'one',
      includeUrls: true,
      includeHeaders: true,
    });
    on.desk.host.fileToOpen = on.desk.host.saved.at(-1);
    const opened = await on.desk.call('migration.openFile', undefined);
    const plan = await on.desk.plan({
      from: 'action',
      kind: 'webhook-file',
      inputs: [{ fileId: opened?.fileId ?? '' }],
    });
    await expect(on.desk.call('changeSets.save', { planId: plan.id })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('Share the file itself'),
    });
  });
});

describe('a plan with several items', () => {
  it('can be filtered by item type, with unresolved items counted separately', async () => {
    const { data } = await on.desk.call('applications.list', read);
    const ids = data.map(({ id }) => id);
    const plan = await on.desk.plan(setAll('application', ids, { description: 'By type' }));
    const types = await on.desk.call('changes.types', { planId: plan.id });
    expect(types.length).toBeGreaterThan(1);
    expect(types.reduce((sum, { count }) => sum + count, 0)).toBe(data.length);
    expect(types.map(({ count }) => count)).toEqual(
      types.map(({ count }) => count).toSorted((a, b) => b - a),
    );
    const [first] = types;
    const { items, total } = await on.desk.call('changes.items', { planId: plan.id, type: first?.type });
    expect(total).toBe(first?.count);
    const typeOf = new Map(data.map(({ id, type }) => [id, type]));
    expect(new Set(items.map(({ target }) => typeOf.get(target.id)))).toEqual(new Set([first?.type]));
  });
});
