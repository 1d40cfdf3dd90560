import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { anApplication } from '../builders/an-application.ts';
import { change, create } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { Fault, ProxiedRequest } from '../fakes/fault-proxy.ts';
import { isWrite } from '../faults/faulty-network.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';

/** What appears while a creation fails may be a colleague's: it is never adopted, finished, changed or deleted unless it is proven ours. */
const on = useDesk();
const pass: Fault = { kind: 'pass' };
const template = 'Generic SAML';

interface Creation {
  /** One that nothing has used before. */
  readonly request: () => Promise<ChangeRequest>;
  /** A colleague makes the same. */
  readonly theirs: () => Promise<void>;
  /** The ID of what it replaces. */
  readonly replaced?: () => string;
  /** Names and IDs of everything of that kind. */
  readonly present: () => Promise<readonly string[]>;
}

let count = 0;
const next = (name: string): string => `${name} ${(count += 1)}`;

const applications = async (): Promise<readonly string[]> => {
  const { data } = await on.colleague.call('applications.list', {
    tenantId: 'acme',
    freshness: 'tenant-first',
  });
  return data.map(({ id, name }) => `${id} ${name}`);
};
const webhooks = async (): Promise<readonly string[]> =>
  (await on.tenant.rules()).map((rule) => JSON.stringify(rule));

function application(): Creation {
  const name = next('Ours');
  return {
    request: async () => create('application', anApplication({ templateId: template, name })),
    theirs: async () => void (await on.tenant.manage('/SaasManage/ImportAppFromTemplate', { ID: template })),
    present: applications,
  };
}

function webhook(): Creation {
  const state = aWebhook({ name: next('Equal') });
  return {
    request: async () => create('webhook', state),
    theirs: async () => void (await on.colleague.apply(create('webhook', state))),
    present: webhooks,
  };
}

/** By another program, which marks nothing. */
function webhookOfAnotherProgram(): Creation {
  const state = aWebhook({ name: next('Equal') });
  const { contentType, requestBody, eventType, riskLevel, ...rest } = state;
  const body = {
    ...rest,
    content_type: contentType,
    request_body: requestBody,
    event_type: eventType,
    risk_level: riskLevel,
  };
  return {
    request: async () => create('webhook', state),
    theirs: async () => void (await on.tenant.analytics('POST', '/rules/webhook', body)),
    present: webhooks,
  };
}

function replacement(): Creation {
  const name = next('Replaced');
  const wanted = { description: 'Changed.' };
  let replaced = '';
  const now = async () => {
    const found = (await on.colleague.webhooks()).find((one) => one.name === name);
    if (found === undefined) throw new Error('It is not listed.');
    return { id: found.id, state: webhookStateOf(found) };
  };
  return {
    request: async () => {
      await on.colleague.apply(create('webhook', aWebhook({ name })));
      const { id, state } = await now();
      replaced = id;
      return change('webhook', id, state, { ...state, ...wanted });
    },
    theirs: async () => {
      const { state } = await now();
      await on.colleague.apply(create('webhook', { ...state, ...wanted }));
    },
    replaced: () => replaced,
    present: webhooks,
  };
}

function file(): Creation {
  const name = next('From a file');
  let bytes = new Uint8Array();
  const importBy = async (desk: typeof on.desk): Promise<ChangeRequest> => {
    desk.host.fileToOpen = { name: 'webhooks.json', bytes };
    const opened = await desk.call('migration.openFile', undefined);
    return { from: 'action', kind: 'webhook-file', inputs: [{ fileId: opened?.fileId ?? '' }] };
  };
  return {
    request: async () => {
      await on.colleague.apply(create('webhook', aWebhook({ name })));
      const rule = (await on.tenant.rules()).find((one) => one.name === name);
      const id = rule?.policy_id ?? '';
      const request = { policy_ids: [id], export_url: true, export_header: true };
      const text = await on.tenant.analytics('POST', '/file/export/rules/webhook/webhooks', request);
      bytes = new TextEncoder().encode(text);
      await on.tenant.analytics('DELETE', `/rules/${id}`);
      return await importBy(on.desk);
    },
    theirs: async () => void (await on.colleague.apply(await importBy(on.colleague))),
    present: webhooks,
  };
}

const creations = {
  'an application': application,
  'a webhook': webhook,
  'a webhook that another program creates': webhookOfAnotherProgram,
  'the replacement of a webhook': replacement,
  'a webhook file': file,
} as const;

const faults: Readonly<Record<string, Fault>> = {
  'is refused': { kind: 'answer', status: 400, body: JSON.stringify({ message: 'Not allowed here.' }) },
  'is refused in an envelope': {
    kind: 'answer',
    status: 200,
    body: JSON.stringify({ success: false, Message: 'Not allowed here.' }),
  },
  'never arrives': { kind: 'lose-request' },
  'fails with 500': { kind: 'answer', status: 500, body: '<h1>Error</h1>', contentType: 'text/html' },
};

const isCreation = (request: ProxiedRequest): boolean =>
  isWrite(request) && !/status$/.test(request.path) && request.method !== 'DELETE';

/** Applies it; its first write meets the fault while a colleague makes the same. */
async function applyBeside(creation: Creation, fault: Fault) {
  const plan = await on.desk.plan(await creation.request());
  let hasFailed = false;
  on.network.setFaults(async (request) => {
    if (hasFailed || !isCreation(request)) return pass;
    hasFailed = true;
    await creation.theirs();
    return fault;
  });
  const applied = await on.desk.applyPlan(plan);
  return { ...applied, sent: on.network.requests.filter(isWrite).length, theirs: await creation.present() };
}

describe.each(Object.entries(creations))(
  '%s that fails while another admin makes the same change',
  (_what, make) => {
    it.each(Object.entries(faults))(
      'and %s never affects the other admin’s, whatever happens next',
      async (name, fault) => {
        for (const ending of ['look', 'resume', 'takeBack', 'close'] as const) {
          const creation = make();
          const { plan, items, theirs } = await applyBeside(creation, fault);
          const [item] = items;
          if (name.startsWith('is refused')) {
            expect(item).toMatchObject({ state: 'refused', error: { code: 'refused-by-tenant' } });
            continue;
          }
          expect(item?.state).toBe('unknown');
          await on.desk.call(`changes.${ending}`, { planId: plan.id }).catch(() => undefined);
          const left = await creation.present();
          const gone = theirs.filter((one) => !left.includes(one));
          const own = creation.replaced?.();
          expect(gone.filter((one) => own === undefined || !one.includes(own))).toEqual([]);
          // A resume may send it once more where nothing that appeared could be it.
          const isSentAgain = ending === 'resume' && item?.state === 'unknown';
          expect(left.length - theirs.length).toBeLessThanOrEqual(isSentAgain ? 1 : 0);
        }
      },
    );
  },
);

describe('an application whose response was lost', () => {
  const lost: Fault = { kind: 'lose-answer' };

  it('is shown beside the other admin’s, and is finished once the user selects it', async () => {
    const creation = application();
    const before = await creation.present();
    const { plan, items, theirs } = await applyBeside(creation, lost);
    const [item] = items;
    const arrived = theirs.filter((one) => !before.includes(one)).map((one) => one.split(' ')[0]);
    expect(item?.arrivals?.map(({ id }) => id).toSorted()).toEqual(arrived.toSorted());
    const unresolved = on.desk.call('changes.takeBack', { planId: plan.id });
    await expect(unresolved).rejects.toMatchObject({ error: { code: 'outcome-unknown' } });

    // The request reached the tenant after the colleague's.
    const mine = arrived.at(-1) ?? '';
    await on.desk.call('changes.claim', { planId: plan.id, itemId: item?.id ?? '', mine: [mine] });
    const resumed = await on.desk.call('changes.resume', { planId: plan.id });
    expect(resumed).toMatchObject({ state: 'finished', counts: { verified: 1 } });
    const left = await creation.present();
    expect(left).toHaveLength(theirs.length);
    expect(left.filter((one) => one.startsWith(mine))[0]).toContain('Ours');
  });

  it('is added again once the user says that what appeared is someone else’s', async () => {
    const creation = application();
    const { plan, items, theirs } = await applyBeside(creation, { kind: 'lose-request' });
    await on.desk.call('changes.claim', { planId: plan.id, itemId: items[0]?.id ?? '', mine: [] });
    const resumed = await on.desk.call('changes.resume', { planId: plan.id });
    expect(resumed).toMatchObject({ state: 'finished', counts: { verified: 1 } });
    const left = await creation.present();
    expect(theirs.every((one) => left.includes(one))).toBe(true);
    expect(left).toHaveLength(theirs.length + 1);
  });

  it('is not claimed by an ID that did not appear', async () => {
    const { plan, items } = await applyBeside(application(), lost);
    const claim = on.desk.call('changes.claim', { planId: plan.id, itemId: items[0]?.id ?? '', mine: ['x'] });
    await expect(claim).rejects.toMatchObject({ error: { code: 'invalid-input' } });
  });
});

describe('the mark of a new webhook', () => {
  it.each([
    ['blanks at its end', 'On call. \t  '],
    ['none', 'On call.'],
  ])('is no part of its description with %s, which arrives as it was typed', async (_what, description) => {
    const state = aWebhook({ name: next('Marked'), description });
    const { plan } = await on.desk.apply(create('webhook', state));
    const rule = (await on.tenant.rules()).find(({ name }) => name === state.name);
    expect(rule?.description.slice(0, -48)).toBe(description);
    expect(rule?.description.slice(-48)).toMatch(/^[ \t]{48}$/);
    const [found] = (await on.colleague.webhooks()).filter(({ name }) => name === state.name);
    expect(found?.description).toBe(description);
    const [again] = (await on.desk.apply({ from: 'undo', planId: plan.id })).items;
    expect(again).toMatchObject({ verb: 'delete', state: 'verified' });
  });

  it('distinguishes ours from an equal one that another admin creates at the same time, even if the response is lost', async () => {
    const creation = webhookOfAnotherProgram();
    const { plan, items, theirs } = await applyBeside(creation, { kind: 'lose-answer' });
    expect(items).toMatchObject([{ state: 'verified' }]);
    await on.desk.apply({ from: 'undo', planId: plan.id });
    const left = await creation.present();
    expect(left).toHaveLength(theirs.length - 1);
    expect(left.filter((one) => !theirs.includes(one))).toEqual([]);
    const remaining = left.map((one) => JSON.parse(one) as { name: string; description: string });
    expect(remaining.at(-1)?.description).not.toMatch(/[ \t]$/);
  });
});
