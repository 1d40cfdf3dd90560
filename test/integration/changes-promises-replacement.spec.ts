import { describe, expect, it } from 'vitest';
import type { ItemState, Plan } from '../../contract/changes/changes.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, fromDrafts, undo } from '../builders/requests.ts';
import type { OpenDraft } from '../builders/use-desk.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import type { Fault, ProxiedRequest } from '../fakes/fault-proxy.ts';
import { anApplication } from '../builders/an-application.ts';

/**
 * The platform cannot edit a rule: a webhook is edited by creating the new one and deleting the old one. However that
 * was interrupted, and however the user continues, exactly one of them exists at the end, and at least one at any time.
 */
const on = useDesk();
const pass: Fault = { kind: 'pass' };
const timeout = { status: 504, body: '<html>Gateway time-out</html>', contentType: 'text/html' } as const;
const isCreate = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && path.endsWith('/rules/webhook');
const isDelete = ({ method }: ProxiedRequest): boolean => method === 'DELETE';

const named = async (name: string) => (await on.tenant.rules()).filter((rule) => rule.name === name);
const original = '{"original": true}';
const edited = '{"edited": true}';
const editedOn = '{"edited": "on"}';

interface Cut {
  readonly at: (request: ProxiedRequest) => boolean;
  /** Whether the interrupted request takes effect after all, and when: before the user continues, or never. */
  readonly arrives: 'late' | 'never';
  readonly ends: ItemState;
  /** How many copies of the webhook there are at the interruption, and when the user continues. */
  readonly rules: number;
  readonly rulesThen: number;
}

const cuts = [
  ['whose delete was lost', { at: isDelete, arrives: 'never', ends: 'incomplete', rules: 2, rulesThen: 2 }],
  [
    'whose delete took effect late',
    { at: isDelete, arrives: 'late', ends: 'incomplete', rules: 2, rulesThen: 1 },
  ],
  ['whose create was lost', { at: isCreate, arrives: 'never', ends: 'unknown', rules: 1, rulesThen: 1 }],
  [
    'whose create took effect late',
    { at: isCreate, arrives: 'late', ends: 'unknown', rules: 1, rulesThen: 2 },
  ],
] as const satisfies readonly (readonly [string, Cut])[];

/** A webhook of which the edit was cut short: what is open, and the draft that it was planned from. */
interface CutShort {
  readonly name: string;
  readonly plan: Plan;
  readonly draft: OpenDraft;
  readonly state: WebhookState;
  /** How many of it there were after each request that sent something. */
  readonly counts: readonly number[];
  /** Lets arrive what is late. */
  arrive(): Promise<void>;
}

async function cutShort(name: string, { at, arrives, ends, rules }: Cut): Promise<CutShort> {
  await on.desk.apply(create('webhook', aWebhook({ name, requestBody: original })));
  const webhook = (await on.desk.webhooks()).find((each) => each.name === name);
  if (webhook === undefined) throw new Error(`${name} is not listed.`);
  const counts: number[] = [];
  on.network.setWitness(async ({ request }) => {
    if (request.method !== 'GET') counts.push((await named(name)).length);
  });
  const base = webhookStateOf(webhook);
  const draft = openDraft(on.desk, { kind: 'webhook', targetId: webhook.id, base });
  const state = { ...base, requestBody: edited };
  await draft.type(state);
  const late: (() => Promise<void>)[] = [];
  on.network.setFaults((request) => {
    if (!at(request)) return pass;
    if (arrives === 'never') return { kind: 'answer', ...timeout };
    return { kind: 'late', schedule: (send) => late.push(send), response: timeout };
  });
  const { plan, items } = await on.desk.apply(fromDrafts(draft.key));
  on.network.setFaults(() => pass);
  expect(items).toMatchObject([{ state: ends }]);
  expect(plan.state).toBe('open');
  expect(await named(name)).toHaveLength(rules);
  const arrive = async (): Promise<void> => {
    for (const send of late.splice(0)) await send();
  };
  return { name, plan, draft, state, counts, arrive };
}

/** Exactly one of it, with this content, and nothing that is still to be done. */
async function expectOne({ name, counts }: CutShort, content: string): Promise<void> {
  expect(await named(name)).toHaveLength(1);
  expect(counts).not.toContain(0);
  const listed = (await on.desk.webhooks()).filter((each) => each.name === name);
  expect(listed).toMatchObject([{ requestBody: content }]);
  expect(await on.desk.open()).toEqual([]);
}

const drafts = () => on.desk.call('drafts.list', {});
const proceed = ({ plan }: CutShort, how: 'look' | 'resume' | 'takeBack' | 'close') =>
  on.desk.call(`changes.${how}`, { planId: plan.id });

/** The tenant may have what was typed by now: then there is nothing to apply, and that is what is said. */
async function applyUnlessDone({ draft }: CutShort): Promise<void> {
  await on.desk.apply(fromDrafts(draft.key)).catch((error: unknown) => {
    if (!(error instanceof DeskFailure) || error.code !== 'not-found') throw error;
  });
  expect(await drafts()).toEqual([]);
}

describe.each<readonly [string, Cut]>(cuts)('a replacement of a webhook %s', (what, cut) => {
  const start = async (way: string): Promise<CutShort> => {
    const short = await cutShort(`${what}: ${way}`, cut);
    await short.arrive();
    expect(await named(short.name)).toHaveLength(cut.rulesThen);
    return short;
  };

  it('is one webhook when it is finished', async () => {
    const short = await start('finished');
    const resumed = await proceed(short, 'resume');
    expect(resumed).toMatchObject({ state: 'finished', counts: { verified: 1 } });
    await expectOne(short, edited);
    expect(await drafts()).toEqual([]);
  });

  it('is one webhook after a check, and a resume if needed', async () => {
    const short = await start('looked at');
    const looked = await proceed(short, 'look');
    expect(await named(short.name)).toHaveLength(cut.rulesThen);
    if (looked.state === 'open') await proceed(short, 'resume');
    await expectOne(short, edited);
    expect(await drafts()).toEqual([]);
  });

  it('is one webhook when it is rolled back', async () => {
    const short = await start('taken back');
    await proceed(short, 'takeBack');
    await expectOne(short, original);
  });

  it('is one webhook when its draft is planned again, which waits until this one is resolved', async () => {
    const short = await start('planned again');
    const again = await on.desk.plan(fromDrafts(short.draft.key));
    const outdated = { error: { code: 'plan-outdated' } };
    await expect(on.desk.applyPlan(again)).rejects.toMatchObject(outdated);
    expect(await named(short.name)).toHaveLength(cut.rulesThen);
    await proceed(short, 'resume');
    await expectOne(short, edited);
    const sent = on.network.requests.filter(({ method }) => method !== 'GET').length;
    // It finds the draft applied, or the old webhook gone; either way there is nothing left to send.
    await on.desk.applyPlan(again).catch((error: unknown) => expect(error).toMatchObject(outdated));
    expect(on.network.requests.filter(({ method }) => method !== 'GET')).toHaveLength(sent);
    await expectOne(short, edited);
  });

  it('is one webhook when it is closed as it is and its draft is planned again', async () => {
    const short = await start('left');
    await proceed(short, 'close');
    expect(await named(short.name)).toHaveLength(cut.rulesThen);
    await applyUnlessDone(short);
    await expectOne(short, edited);
  });

  it('is one webhook when it is closed as it is and later edits are planned', async () => {
    const short = await start('typed on');
    await proceed(short, 'close');
    await short.draft.type({ ...short.state, requestBody: editedOn });
    await applyUnlessDone(short);
    await expectOne(short, editedOn);
  });

  it('is the original webhook when it is closed as it is and undone from the history', async () => {
    const short = await start('undone');
    await proceed(short, 'close');
    const undone = on.desk.apply(undo(short.plan.id));
    if (cut.rulesThen === 1 && cut.arrives === 'never') {
      await expect(undone).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    } else await undone;
    await expectOne(short, original);
  });
});

describe('items that a plan created before it was closed', () => {
  const [[, lost]] = cuts;

  it('is named in the review of its draft, and deleted after the new webhook is there', async () => {
    const short = await cutShort('said', lost);
    await proceed(short, 'close');
    const again = await on.desk.plan(fromDrafts(short.draft.key));
    expect(again).toMatchObject({ changing: 2, isDestructive: true });
    const [change, removal] = await on.desk.itemsOf(again.id);
    expect(change).toMatchObject({ verb: 'update', target: { name: 'said' } });
    expect(removal).toMatchObject({ verb: 'delete', target: { name: 'said' } });
    expect(removal?.warnings[0]).toContain('was only partly applied');
    await on.desk.applyPlan(again);
    expect(await on.desk.statesOf(short.plan.id)).toEqual(['taken-back']);
    await expectOne(short, edited);
  });

  it('is not overlooked by a plan of the same draft that was waiting', async () => {
    const short = await cutShort('waiting', lost);
    const waiting = await on.desk.plan(fromDrafts(short.draft.key));
    await proceed(short, 'close');
    await expect(on.desk.applyPlan(waiting)).rejects.toMatchObject({ error: { code: 'plan-outdated' } });
    expect(await named(short.name)).toHaveLength(2);
    await on.desk.apply(fromDrafts(short.draft.key));
    await expectOne(short, edited);
  });
});

describe('a new application with only the first of two requests in effect', () => {
  it('is one application when it is closed as it is and its draft is planned again', async () => {
    const draft = openDraft(on.desk, { kind: 'application', targetId: 'new:half', base: null });
    await draft.type(anApplication({ name: 'Half', description: 'Whole' }));
    const listed = async () =>
      (await on.desk.call('applications.list', { tenantId: on.desk.tenantId, freshness: 'tenant-first' }))
        .data;
    const before = (await listed()).length;
    on.network.setFaults(({ path }) =>
      /updateapplicationde/i.test(path) ? { kind: 'answer', ...timeout, status: 500 } : pass,
    );
    const { plan, items } = await on.desk.apply(fromDrafts(draft.key));
    expect(items).toMatchObject([{ state: 'incomplete' }]);
    on.network.setFaults(() => pass);
    await on.desk.call('changes.close', { planId: plan.id });
    expect(await listed()).toHaveLength(before + 1);
    await on.desk.apply(fromDrafts(draft.key));
    const now = await listed();
    expect(now).toHaveLength(before + 1);
    expect(now.filter(({ name }) => name === 'Half')).toMatchObject([{ description: 'Whole' }]);
    expect(await drafts()).toEqual([]);
  });
});
