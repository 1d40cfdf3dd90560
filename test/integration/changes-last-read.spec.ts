import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import type { ConfigurationState } from '../../contract/configuration/configuration.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, setAll } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { ProxiedRequest } from '../fakes/fault-proxy.ts';
import { isWrite } from '../faults/faulty-network.ts';

/** The last read before a write decides: changes by others that it shows are never overwritten, for any kind. */
const on = useDesk();
const fresh = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const pass = { kind: 'pass' } as const;

interface Case {
  readonly request: ChangeRequest;
  /** The read that shows the item. */
  readonly shownBy: RegExp;
  /** What a colleague does to the same part of it. */
  readonly collide: () => Promise<unknown>;
  readonly isTheirs: () => Promise<boolean>;
}

const config = async (): Promise<Record<string, unknown>> =>
  (await on.tenant.manage('/TenantConfig/GetCustomerConfig', {})) as Record<string, unknown>;
const configuration = async (): Promise<ConfigurationState> =>
  (await on.colleague.call('configuration.get', fresh)).data.state;
const setConfig = async (members: Record<string, unknown>) =>
  on.tenant.manage('/TenantConfig/SetCustomerConfig', { ...(await config()), ...members });
let count = 0;
const named = (name: string): string => `${name} ${(count += 1)}`;

async function setting(ours: Partial<ConfigurationState>, theirs: Record<string, unknown>): Promise<Case> {
  await setConfig({
    Domain: 'before.example',
    MfaAttributeMapping: { mobile: 'mobile', pager: 'pager' },
    IsPasswordPersistanceEnabled: null,
    ForgotUsernameAllowed: null,
    SendPasswordChangeConfirmation: null,
  });
  const base = await configuration();
  const [name = ''] = Object.keys(theirs);
  return {
    request: change('configuration', 'configuration', base, { ...base, ...ours }),
    shownBy: /GetCustomerConfig$/,
    collide: () => setConfig(theirs),
    isTheirs: async () => JSON.stringify((await config())[name]) === JSON.stringify(theirs[name]),
  };
}

async function anApplication(members: Record<string, string>): Promise<string> {
  const added = await on.tenant.manage('/SaasManage/ImportAppFromTemplate', { ID: 'Generic SAML' });
  const [{ _RowKey: id }] = added as [{ _RowKey: string }];
  await on.tenant.manage('/SaasManage/UpdateApplicationDE', { _RowKey: id, ...members });
  return id;
}

async function application(
  request: (id: string) => Promise<ChangeRequest>,
  theirs: Record<string, string>,
): Promise<Case> {
  const id = await anApplication({ Name: named('Last read'), Description: 'As it was.', Script: 'one();' });
  const [[name, value] = []] = Object.entries(theirs);
  return {
    request: await request(id),
    shownBy: name === 'Script' ? /GetScript$/ : /GetApplication$/,
    collide: () => on.tenant.manage('/SaasManage/UpdateApplicationDE', { _RowKey: id, ...theirs }),
    isTheirs: async () => {
      const { data } = await on.colleague.call('applications.get', { ...fresh, id });
      const { script } = (await on.colleague.call('scripts.get', { ...fresh, applicationId: id })).data;
      return [data.description, script].includes(value ?? '');
    },
  };
}

async function webhook(request: (id: string) => Promise<ChangeRequest>): Promise<Case> {
  const name = named('Last read');
  await on.colleague.apply(create('webhook', aWebhook({ name })));
  const { id } = (await on.colleague.webhooks()).find((one) => one.name === name) ?? { id: '' };
  return {
    request: await request(id),
    shownBy: /\/rules$/,
    collide: () => on.colleague.apply(setAll('webhook', [id], { enabled: false })),
    isTheirs: async () => (await on.tenant.rules()).find(({ policy_id }) => policy_id === id)?.status === 1,
  };
}

const cases: Readonly<Record<string, () => Promise<Case>>> = {
  'the domain': () => setting({ Domain: 'ours.example' }, { Domain: 'theirs.example' }),
  'one member of the attribute mapping': () =>
    setting(
      {
        MfaAttributeMapping: [
          { name: 'mobile', value: 'ours' },
          { name: 'pager', value: 'pager' },
        ],
      },
      { MfaAttributeMapping: { mobile: 'theirs', pager: 'pager' } },
    ),
  'a member of the attribute mapping that both add': () =>
    setting(
      {
        MfaAttributeMapping: [
          { name: 'mobile', value: 'mobile' },
          { name: 'pager', value: 'pager' },
          { name: 'fax', value: 'ours' },
        ],
      },
      { MfaAttributeMapping: { mobile: 'mobile', pager: 'pager', fax: 'theirs' } },
    ),
  'the description of an application': () =>
    application(async (id) => setAll('application', [id], { description: 'Ours.' }), {
      Description: 'Theirs.',
    }),
  'the script of an application': () =>
    application(
      async (id) => {
        const script = (await on.colleague.call('scripts.get', { ...fresh, applicationId: id })).data.script;
        const { name } = (await on.colleague.call('applications.get', { ...fresh, id })).data;
        const base = { application: name, script };
        return change('script', id, base, { ...base, script: 'ours();' });
      },
      { Script: 'theirs();' },
    ),
  'an application that is deleted': () =>
    application(async (id) => setAll('application', [id], null), { Description: 'Theirs.' }),
  'a webhook that is deleted': () => webhook(async (id) => setAll('webhook', [id], null)),
  'a webhook that is replaced': () =>
    webhook(async (id) => {
      const found = (await on.colleague.webhooks()).find((one) => one.id === id);
      if (found === undefined) throw new Error('It is not listed.');
      const base = webhookStateOf(found);
      return change('webhook', id, base, { ...base, enabled: false, description: 'Ours.' });
    }),
};

/** Applies it while another admin acts right before the last of all reads that show the item. */
async function applyWithCollision({ request, shownBy, collide }: Case, last: number) {
  const plan = await on.desk.plan(request);
  let reads = 0;
  const writes: ProxiedRequest[] = [];
  on.network.setFaults(async (received) => {
    if (isWrite(received)) writes.push(received);
    else if (shownBy.test(received.path)) {
      reads += 1;
      if (reads === last && writes.length === 0) await collide();
    }
    return pass;
  });
  const { items } = await on.desk.applyPlan(plan);
  on.network.setFaults(() => pass);
  return { items, writes, reads };
}

/** How often a change reads the item before its first write. */
async function readsBeforeWriting({ request, shownBy }: Case): Promise<number> {
  const plan = await on.desk.plan(request);
  let reads = 0;
  let hasWritten = false;
  on.network.setFaults((received) => {
    hasWritten ||= isWrite(received);
    if (!hasWritten && shownBy.test(received.path)) reads += 1;
    return pass;
  });
  await on.desk.applyPlan(plan);
  on.network.setFaults(() => pass);
  return reads;
}

describe('a change of another admin before the last read that precedes a write', () => {
  it.each(Object.entries(cases))(
    'is not overwritten in %s: nothing is sent, and the result says so',
    async (_name, prepare) => {
      const readCount = await readsBeforeWriting(await prepare());
      expect(readCount).toBeGreaterThan(0);
      for (let last = 1; last <= readCount; last += 1) {
        const one = await prepare();
        const { items, writes } = await applyWithCollision(one, last);
        expect(items).toMatchObject([{ state: 'outdated', error: { code: 'plan-outdated' } }]);
        expect(writes).toEqual([]);
        expect(await one.isTheirs()).toBe(true);
      }
    },
  );

  it('stays beside our change in the same mapping, and the receipt names it', async () => {
    const mapping = [
      { name: 'mobile', value: 'ours' },
      { name: 'pager', value: 'pager' },
    ];
    const theirs = { mobile: 'mobile', pager: 'pager', fax: 'theirs' };
    for (const last of [1, 2]) {
      const one = await setting({ MfaAttributeMapping: mapping }, { MfaAttributeMapping: theirs });
      const { items } = await applyWithCollision(one, last);
      expect(items).toMatchObject([
        {
          state: 'verified',
          merged: [expect.stringMatching(/MFA attributes, changed by someone else/)],
        },
      ]);
      expect((await config())['MfaAttributeMapping']).toEqual({ ...theirs, mobile: 'ours' });
    }
  });

  it('stays when only our members of the mapping are undone', async () => {
    const mapping = [
      { name: 'mobile', value: 'ours' },
      { name: 'pager', value: 'pager' },
    ];
    const theirs = { mobile: 'mobile', pager: 'pager', fax: 'theirs' };
    const one = await setting({ MfaAttributeMapping: mapping }, { MfaAttributeMapping: theirs });
    const plan = await on.desk.plan(one.request);
    await setConfig({ MfaAttributeMapping: theirs });
    await on.desk.applyPlan(plan);
    const { items } = await on.desk.apply({ from: 'undo', planId: plan.id });
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect((await config())['MfaAttributeMapping']).toEqual(theirs);
  });
});
