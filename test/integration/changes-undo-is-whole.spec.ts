import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, setAll, undo } from '../builders/requests.ts';
import { readContent } from '../builders/tenant-content.ts';
import { useDesk } from '../builders/use-desk.ts';
import { anApplication } from '../builders/an-application.ts';

/** After apply and undo, the whole tenant is as before, not only the changed item. */
const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;

const webhookIds = async (): Promise<string[]> => (await on.desk.webhooks()).map(({ id }) => id);
const application = async (matches = /saml/i): Promise<string> => {
  const { data } = await on.desk.call('applications.list', read);
  return data.find(({ type }) => matches.test(type))?.id ?? '';
};

const cases: readonly (readonly [string, () => Promise<ChangeRequest>])[] = [
  [
    'a new webhook',
    async () => create('webhook', aWebhook({ headers: 'Authorization: Bearer x', riskLevel: 'High' })),
  ],
  [
    'a replaced webhook',
    async () =>
      setAll('webhook', (await webhookIds()).slice(0, 1), { requestBody: '{}', description: 'Replaced' }),
  ],
  [
    'a switched webhook',
    async () => {
      const { id = '', enabled = true } = (await on.desk.webhooks())[1] ?? {};
      return setAll('webhook', [id], { enabled: !enabled });
    },
  ],
  ['deleted webhooks', async () => setAll('webhook', await webhookIds(), null)],
  [
    'a new application',
    async () => create('application', anApplication({ name: 'New', description: 'By undo' })),
  ],
  [
    'a changed application',
    async () => setAll('application', [await application()], { name: 'Other', description: 'Other' }),
  ],
  ['changed origins', async () => setAll('origins', ['origins'], { origins: ['other.example'] })],
  [
    'an imported file',
    async () => {
      await on.desk.call('migration.export', {
        tenantId: on.desk.tenantId,
        webhookIds: (await webhookIds()).slice(0, 3),
        fileName: 'three',
        includeUrls: true,
        includeHeaders: true,
      });
      on.desk.host.fileToOpen = on.desk.host.saved.at(-1);
      const opened = await on.desk.call('migration.openFile', undefined);
      return { from: 'action', kind: 'webhook-file', inputs: [{ fileId: opened?.fileId ?? '' }] };
    },
  ],
];

describe('the tenant after a change and its undo', () => {
  it.each(cases)('of %s restores everything', async (_what, request) => {
    const wanted = await request();
    const before = await readContent(on.tenant);
    const { plan, items } = await on.desk.apply(wanted);
    expect(items.every(({ state }) => state === 'verified')).toBe(true);
    expect(await readContent(on.tenant)).not.toEqual(before);
    const undone = await on.desk.apply(undo(plan.id));
    expect(undone.items.every(({ state }) => state === 'verified')).toBe(true);
    expect(await readContent(on.tenant)).toEqual(before);
  });

  it('of a replaced script restores everything, except that the application has its own script now', async () => {
    const id = await application();
    // From here on the application has its own script, as after any undo.
    await on.desk.apply(setAll('script', [id], { script: 'first\n' }));
    const before = await readContent(on.tenant);
    const { plan } = await on.desk.apply(setAll('script', [id], { script: 'second\n' }));
    expect(await readContent(on.tenant)).not.toEqual(before);
    await on.desk.apply(undo(plan.id));
    expect(await readContent(on.tenant)).toEqual(before);
  });

  it('of a deleted application restores everything without a warning in the plan', async () => {
    const made = anApplication({ name: 'Deleted', description: 'Comes back', script: 'own\n' });
    await on.desk.apply(create('application', made));
    const { data } = await on.desk.call('applications.list', read);
    const { id = '' } = data.find(({ name }) => name === 'Deleted') ?? {};
    const before = await readContent(on.tenant);
    const { plan, items } = await on.desk.apply(setAll('application', [id], null));
    expect(items[0]?.warnings.join(' ')).toMatch(/new ID, client ID and URLs/);
    await on.desk.apply(undo(plan.id));
    expect(await readContent(on.tenant)).toEqual(before);
  });
});
