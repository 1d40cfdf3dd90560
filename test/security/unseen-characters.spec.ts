import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, setAll } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from '../integration/desk-on-tenant.ts';

/** Characters that are not seen, or look like others, are said wherever a change can come from. */
const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const zeroWidth: unknown = expect.stringContaining('Adds invisible characters: U+200B ZERO WIDTH SPACE');

async function warningsOf(desk: DeskOnTenant, request: ChangeRequest): Promise<readonly string[]> {
  const plan = await desk.plan(request);
  return (await desk.itemsOf(plan.id)).flatMap(({ warnings }) => warnings);
}

function lastFile(desk: DeskOnTenant) {
  const saved = desk.host.saved.at(-1);
  if (saved === undefined) throw new Error('No file was saved.');
  return { name: 'received.json', bytes: saved.bytes };
}

describe('an invisible character', () => {
  it('gets a warning when it is typed', async () => {
    expect(await warningsOf(on.desk, create('webhook', aWebhook({ name: 'Pag\u200Ber' })))).toContainEqual(
      zeroWidth,
    );
  });

  it('gets a warning in a change set that someone else has reviewed', async () => {
    const { data } = await on.desk.call('applications.list', read);
    const [application] = data;
    const plan = await on.desk.plan(
      setAll('application', [application?.id ?? ''], { description: 'Te\u200Bam' }),
    );
    await on.desk.call('changeSets.save', { planId: plan.id });
    const colleague = on.another();
    colleague.host.fileToOpen = lastFile(on.desk);
    const opened = await colleague.call('changeSets.open', undefined);
    expect(await warningsOf(colleague, { from: 'change-set', fileId: opened?.fileId ?? '' })).toContainEqual(
      zeroWidth,
    );
  });

  it('gets a warning in the name of a webhook from a file', async () => {
    const { webhooks } = on.desk;
    await on.desk.apply(create('webhook', aWebhook({ name: 'Pag\u202Er\u200Bb' })));
    const webhookIds = (await webhooks()).filter(({ name }) => name.startsWith('Pag')).map(({ id }) => id);
    await on.desk.call('migration.export', {
      ...{ tenantId: on.desk.tenantId, webhookIds, fileName: 'moves' },
      ...{ includeUrls: true, includeHeaders: true },
    });
    const target = on.another();
    target.host.fileToOpen = lastFile(on.desk);
    const opened = await target.call('migration.openFile', undefined);
    expect(opened?.warnings).toContainEqual(expect.stringContaining('“Pag<U+202E>r<U+200B>b”'));
  });
});

describe('a lookalike host', () => {
  it('is shown in both of its forms before a webhook sends there', async () => {
    const url = 'https://аcme.com/hook';
    expect(await warningsOf(on.desk, create('webhook', aWebhook({ url })))).toContainEqual(
      expect.stringContaining('аcme.com (xn--cme-5cd.com)'),
    );
  });

  it('gets a warning as a trusted origin', async () => {
    const [explained] = await on.desk.call('origins.explain', { texts: ['https://аcme.com'] });
    expect(explained).toMatchObject({ origin: 'xn--cme-5cd.com', notes: [{ tone: 'warn' }] });
  });

  it('is never a trusted origin if it has an invisible character', async () => {
    const [explained] = await on.desk.call('origins.explain', { texts: ['https://ac\u200Bme.com'] });
    expect(explained).toMatchObject({ problem: expect.stringContaining('U+200B') });
    expect(explained).not.toHaveProperty('origin');
    const { data } = await on.desk.call('origins.get', read);
    const typed = { origins: [...data.origins, 'https://ac\u200Bme.com'] };
    await expect(
      on.desk.plan(change('origins', 'origins', { origins: data.origins }, typed)),
    ).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
