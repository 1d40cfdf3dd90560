import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PlanItem } from '../../contract/changes/changes.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, fromDrafts, setAll, undo } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from '../integration/desk-foundation.ts';
import type { DeskOnTenant } from '../integration/desk-on-tenant.ts';
import { createTestVault } from '../integration/desk-on-tenant.ts';
import { findInFolder } from './find-in-folder.ts';

/** Receivers whose URL is the credential: anyone who knows it may post. `secrets` must not be visible anywhere. */
const receivers: readonly { readonly name: string; readonly url: string; readonly secrets: string[] }[] = [
  {
    name: 'Slack',
    url: 'https://hooks.slack.com/services/T0A1B2C3D/B0E4F5G6H/q8ZrVwXyLmNoPq7sTuAbCdEf',
    secrets: ['q8ZrVwXyLmNoPq7sTuAbCdEf', 'B0E4F5G6H'],
  },
  {
    name: 'Discord',
    url: 'https://discord.com/api/webhooks/112233445566778899/aQz-XyWvUtSrQpOnMlKjIhGfEdCbA_0918273645',
    secrets: ['aQz-XyWvUtSrQpOnMlKjIhGfEdCbA_0918273645', '112233445566778899'],
  },
  {
    name: 'Teams',
    url: 'https://acme.webhook.office.com/webhookb2/1f0c2a3b-4d5e-4f60-8a7b-9c0d1e2f3a4b@aa11bb22-cc33-4d44-8e55-ff6677889900/IncomingWebhook/0a1b2c3d4e5f60718293a4b5c6d7e8f9/99887766-5544-4332-8211-00ffeeddccbb',
    secrets: ['0a1b2c3d4e5f60718293a4b5c6d7e8f9', '1f0c2a3b-4d5e'],
  },
  {
    name: 'Power Automate',
    url: 'https://prod-42.westeurope.logic.azure.com:443/workflows/4e1f2a/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=kZ9-Yx8_Wv7Ut6Sr5Qp4',
    secrets: ['kZ9-Yx8_Wv7Ut6Sr5Qp4'],
  },
  { name: 'Zapier', url: 'https://hooks.zapier.com/hooks/catch/1298345/bnqxyzw/', secrets: ['bnqxyzw'] },
  { name: 'Make', url: 'https://hook.eu2.make.com/zebraquartzwindow', secrets: ['zebraquartzwindow'] },
  {
    name: 'PagerDuty',
    url: 'https://events.pagerduty.com/integration/pagerdutyroutingkey/enqueue',
    secrets: ['pagerdutyroutingkey'],
  },
  {
    name: 'Datadog',
    url: 'https://http-intake.logs.datadoghq.eu/api/v2/logs?dd-api-key=datadogkeyinwords&ddsource=desk',
    secrets: ['datadogkeyinwords'],
  },
  {
    name: 'Splunk',
    url: 'https://http-inputs-acme.splunkcloud.com/services/collector/raw?channel=splunkchannel&token=splunktokenwords',
    secrets: ['splunktokenwords'],
  },
  {
    name: 'A token',
    url: 'https://receiver.acme.example/alerts?token=plainwordstoken',
    secrets: ['plainwordstoken'],
  },
  { name: 'A code', url: 'https://acme.example/api/f?code=plainwordscode', secrets: ['plainwordscode'] },
  { name: 'A key', url: 'https://acme.example/in?key=plainwordskey#part', secrets: ['plainwordskey'] },
  { name: 'Any name', url: 'https://acme.example/in?whatever=plainwordsany', secrets: ['plainwordsany'] },
  {
    name: 'A path',
    url: 'https://n8n.acme.example/webhook/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
    secrets: ['9b1deb4d-3b7d'],
  },
];
/** The embedded tenants reject such a URL, so it gets no further than the review. */
const withUser = {
  name: 'A user',
  url: 'https://svcuserwords:passinwords@receiver.acme.example/alerts',
  secrets: ['svcuserwords', 'passinwords'],
};
const allSecrets = [...receivers, withUser].flatMap(({ secrets }) => secrets);
const slack = receivers[0]?.url ?? '';

const on = useDesk();

const webhookOf = ({ name, url }: { readonly name: string; readonly url: string }) => aWebhook({ name, url });

async function find(desk: DeskOnTenant, name: string) {
  const webhook = (await desk.webhooks()).find((each) => each.name === name);
  if (webhook === undefined) throw new Error(`${name} is not listed.`);
  return webhook;
}

const removeAll = async (desk: DeskOnTenant, name: string) => {
  const ids = (await desk.webhooks()).filter((each) => each.name === name).map(({ id }) => id);
  await desk.apply(setAll('webhook', ids, null));
};

async function idsOfReceivers(desk: DeskOnTenant): Promise<string[]> {
  const names = new Set(receivers.map(({ name }) => name));
  return (await desk.webhooks()).filter(({ name }) => names.has(name)).map(({ id }) => id);
}

async function expectSent(): Promise<void> {
  const sent = await on.tenant.rulesText();
  for (const { url } of receivers) expect(sent).toContain(JSON.stringify(url));
}

/** Types, reviews, shares, creates, and deletes a webhook for each receiver; returns everything shown on the way. */
async function createAndDelete(desk: DeskOnTenant) {
  const shown: unknown[] = [];
  const { tenantId } = desk;
  for (const receiver of [...receivers, withUser]) {
    const key = { kind: 'webhook', targetId: `new:${receiver.name}` };
    shown.push(await openDraft(desk, { ...key, base: null }).type(webhookOf(receiver)));
    shown.push(await desk.call('drafts.get', { ...key, tenantId }));
  }
  const drafts = receivers.map(({ name }) => ({ kind: 'webhook', targetId: `new:${name}` }));
  const reviewed = await desk.plan(fromDrafts({ kind: 'webhook', targetId: `new:${withUser.name}` }));
  const plan = await desk.plan(fromDrafts(...drafts));
  shown.push(plan, await desk.itemsOf(plan.id), await desk.itemsOf(reviewed.id));
  shown.push(await desk.call('changes.markdown', { planId: plan.id }));
  await desk.call('changeSets.save', { planId: plan.id });
  const { items } = await desk.applyPlan(plan);
  expect(items.map(({ state }) => state)).toEqual(receivers.map(() => 'verified'));
  await expectSent();
  shown.push(items, await desk.webhooks(), await desk.call('history.list', {}));
  const deletion = await desk.apply(setAll('webhook', await idsOfReceivers(desk), null));
  await desk.call('history.export', {});
  const saved = desk.host.saved.map(({ bytes }) => new TextDecoder().decode(bytes));
  shown.push(deletion, desk.host.events, saved);
  return { shown, deletion: deletion.plan.id };
}

/** The secrets that a text contains. */
const foundIn = (text: string): readonly string[] => allSecrets.filter((secret) => text.includes(secret));

function addressIn({ parts }: PlanItem) {
  const part = parts.find(({ name }) => name === 'url');
  if (part?.type !== 'field') throw new Error('The item shows no address.');
  return part;
}

describe('the secret part of a webhook’s URL', () => {
  const folder = makeTemporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is sent as typed, and appears in no list, review, Markdown, change set, history, log, or file', async () => {
    const vault = createTestVault();
    const desk = on.another({ folder, vault });
    const { shown, deletion } = await createAndDelete(desk);
    const text = JSON.stringify(shown);
    expect(text).toContain('hooks.slack.com/services/••••');
    expect(foundIn(text)).toEqual([]);
    await desk[Symbol.asyncDispose]();
    expect(findInFolder(folder, allSecrets)).toEqual([]);
    expect(findInFolder(folder, ['hooks.slack.com']).length).toBeGreaterThan(0);

    const later = on.another({ folder, vault });
    await later.apply(undo(deletion));
    await expectSent();
    await later.apply(setAll('webhook', await idsOfReceivers(later), null));
  });

  it('that differs from the tenant version is a difference in the review, and is sent', async () => {
    await on.desk.apply(create('webhook', aWebhook({ name: 'Rotated', url: slack })));
    const { id, ...live } = await find(on.desk, 'Rotated');
    const base = aWebhook({ name: 'Rotated', url: live.url, headers: live.headers });
    const rotated = slack.replace('q8ZrVwXy', 'wXyZq8Zr');
    const plan = await on.desk.plan(change('webhook', id, base, { ...base, url: rotated }));
    const [item] = await on.desk.itemsOf(plan.id);
    if (item === undefined) throw new Error('The plan is empty.');
    const { before, after, isChanged } = addressIn(item);
    expect({ before, after, isChanged }).toEqual({
      before: expect.stringMatching(/^https:\/\/hooks\.slack\.com\/services\/••••[0-9a-f]{8}$/),
      after: expect.stringMatching(/^https:\/\/hooks\.slack\.com\/services\/••••[0-9a-f]{8}$/),
      isChanged: true,
    });
    expect(before).not.toBe(after);
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    expect(await on.tenant.rulesText()).toContain(rotated);
    await removeAll(on.desk, 'Rotated');
  });

  it('is revealed on request, and header values are not', async () => {
    const headers = 'X-Api-Key: never-revealed';
    await on.desk.apply(create('webhook', aWebhook({ name: 'Shown', url: slack, headers })));
    const webhook = await find(on.desk, 'Shown');
    const { tenantId } = on.desk;
    expect(await on.desk.call('webhooks.revealAddress', { tenantId, url: webhook.url })).toBe(slack);
    const [, mark = ''] = webhook.headers.split(': ');
    const pendingReveal = on.desk.call('webhooks.revealAddress', {
      tenantId,
      url: `https://acme.example/${mark}`,
    });
    await expect(pendingReveal).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    await removeAll(on.desk, 'Shown');
  });

  it('and a header’s value is shown only under names that the user chose, and never under the name of a credential', async () => {
    const headers = 'X-Team: identity-and-access\nX-Api-Key: never-shown\nX-Other: kept-to-itself';
    await on.desk.apply(create('webhook', aWebhook({ name: 'Chosen', url: slack, headers })));
    const { tenantId } = on.desk;
    const stored = (await find(on.desk, 'Chosen')).headers;
    const shown = (pendingReveal: string) =>
      on.desk.call('webhooks.shownHeaders', { tenantId, headers: pendingReveal });
    expect(stored).not.toContain('identity-and-access');
    expect(await shown(stored)).toEqual({ names: [], values: [] });
    await on.desk.call('webhooks.showHeader', { tenantId, name: 'X-TEAM', isShown: true });
    const [team = '', apiKey = '', other = ''] = stored.split('\n').map((line) => line.split(': ')[1]);
    expect(await shown(stored)).toEqual({
      names: ['x-team'],
      values: [{ name: 'x-team', placeholder: team, value: 'identity-and-access' }],
    });
    // Put behind the name that is shown, another header's placeholder shows nothing.
    expect((await shown(`X-Team: ${apiKey}\nX-Team: ${other}`)).values).toEqual([]);
    const pendingReveal = on.desk.call('webhooks.showHeader', { tenantId, name: 'X-Api-Key', isShown: true });
    await expect(pendingReveal).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    expect((await find(on.desk, 'Chosen')).headers).toBe(stored);
    await on.desk.call('webhooks.showHeader', { tenantId, name: 'x-team', isShown: false });
    expect(await shown(stored)).toEqual({ names: [], values: [] });
    await removeAll(on.desk, 'Chosen');
  });

  it.each([
    ['is not known here', `https://hooks.slack.com/services/••••00000000`],
    ['was changed in part', `https://hooks.slack.com/services/••••1234abc`],
    ['was encoded', `https://hooks.slack.com/services/${encodeURIComponent('••••1234abcd')}`],
    ['has two marks in one piece', `https://acme.example/••••1234abcd••••1234abcd`],
  ])('whose placeholder %s must be entered again, and the placeholder is never sent', async (_why, url) => {
    const plan = on.desk.plan(create('webhook', aWebhook({ name: 'Masked', url })));
    await expect(plan).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    expect(await on.tenant.rulesText()).not.toMatch(/••|%E2%80%A2/i);
  });

  it('and a header’s value are redacted in responses of a tenant that quotes the request, in errors and in tests', async () => {
    const headers = 'X-Api-Key: quoted-by-the-tenant';
    on.network.setFaults(({ method, path, body }) => {
      if (method !== 'POST' || !path.includes('/rules/webhook')) return { kind: 'pass' };
      const response = { contentType: 'application/json', kind: 'answer' } as const;
      return path.endsWith('/test')
        ? {
            ...response,
            status: 200,
            body: JSON.stringify({ result: false, http_status: 500, message: body }),
          }
        : { ...response, status: 400, body: JSON.stringify({ message: body, error: body, Message: body }) };
    });
    const webhook = aWebhook({ name: 'Quoted', url: slack, headers });
    const { plan, items } = await on.desk.apply(create('webhook', webhook));
    expect(items).toMatchObject([{ state: 'refused' }]);
    expect(JSON.stringify(items)).toContain('hooks.slack.com/services/••••');
    const tested = await on.desk.call('webhooks.test', {
      tenantId: on.desk.tenantId,
      targetId: 'new:quoted',
      definition: { ...webhook, method: 'POST', enabled: true },
    });
    expect(tested.message).toContain('hooks.slack.com');
    const log = readFileSync(join(on.desk.folder, 'log', 'desk.log'), 'utf8');
    const shownText = JSON.stringify([plan, items, tested, log, await on.desk.call('history.list', {})]);
    expect([
      ...foundIn(shownText),
      ...(shownText.includes('quoted-by-the-tenant') ? ['header'] : []),
    ]).toEqual([]);
  });

  it('is in no change set for another admin: what the change set leaves unchanged stays tenant default', async () => {
    await on.desk.apply(create('webhook', aWebhook({ name: 'Handed on', url: slack })));
    const { id } = await find(on.desk, 'Handed on');
    const plan = await on.desk.plan(setAll('webhook', [id], { description: 'From the set' }));
    await on.desk.call('changeSets.save', { planId: plan.id });
    const bytes = on.desk.host.saved.at(-1)?.bytes ?? new Uint8Array();
    expect(foundIn(new TextDecoder().decode(bytes))).toEqual([]);

    on.colleague.host.fileToOpen = { name: 'set.json', bytes };
    const opened = await on.colleague.call('changeSets.open', undefined);
    const { items } = await on.colleague.apply({ from: 'change-set', fileId: opened?.fileId ?? '' });
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect(await find(on.desk, 'Handed on')).toMatchObject({ description: 'From the set' });
    expect(await on.tenant.rulesText()).toContain(slack);
    await removeAll(on.desk, 'Handed on');
  });

  it('that a change set changes must be entered again by the other admin, and is not dropped silently', async () => {
    const headers = 'X-Api-Key: first';
    await on.desk.apply(create('webhook', aWebhook({ name: 'Renewed', url: slack, headers })));
    const { id } = await find(on.desk, 'Renewed');
    for (const set of [{ url: slack.replace('q8ZrVwXy', 'renewed0') }, { headers: 'X-Api-Key: second' }]) {
      const plan = await on.desk.plan(setAll('webhook', [id], set));
      await on.desk.call('changeSets.save', { planId: plan.id });
      const bytes = on.desk.host.saved.at(-1)?.bytes ?? new Uint8Array();
      on.colleague.host.fileToOpen = { name: 'set.json', bytes };
      const opened = await on.colleague.call('changeSets.open', undefined);
      const planned = on.colleague.plan({ from: 'change-set', fileId: opened?.fileId ?? '' });
      await expect(planned).rejects.toMatchObject({
        error: { code: 'invalid-input', message: expect.stringContaining('Enter') },
      });
    }
    await removeAll(on.desk, 'Renewed');
  });
});
