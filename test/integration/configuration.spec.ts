import { describe, expect, it } from 'vitest';
import type { ConfigurationState } from '../../contract/configuration/configuration.ts';
import { change, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

/** The editable configuration of a tenant: one record with its trusted origins and with unknown members. */
const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;

const stateNow = async (): Promise<ConfigurationState> =>
  (await on.desk.call('configuration.get', read)).data.state;
const configNow = async (): Promise<Record<string, unknown>> =>
  (await on.tenant.manage('/TenantConfig/GetCustomerConfig', {})) as Record<string, unknown>;
const editTo = (base: ConfigurationState, more: Partial<ConfigurationState>) =>
  change('configuration', 'configuration', base, { ...base, ...more });

/** Makes the tenant return other values. */
function respondWith(more: Record<string, unknown>): void {
  on.network.setFaults(async ({ path }) => {
    if (!path.endsWith('/GetCustomerConfig')) return { kind: 'pass' };
    const Result = { ...(await configNow()), ...more };
    return { kind: 'answer', status: 200, body: JSON.stringify({ success: true, Result }) };
  });
}

describe('the configuration', () => {
  it('is read completely, with unknown members, but without secrets', async () => {
    respondWith({ Strange: { Member: [1, null] }, ApiSecret: 'do-not-show' });
    const { data } = await on.desk.call('configuration.get', read);
    expect(data.state).toMatchObject({ ForgotUsernameAllowed: true, Domain: '' });
    expect(data.members).toContainEqual({ name: 'Strange', value: { Member: [1, null] } });
    expect(data.members.map(({ name }) => name)).toContain('Brand');
    expect(JSON.stringify(data)).not.toContain('do-not-show');
  });

  it('is changed only in the edited settings, verified, and undone', async () => {
    const before = await configNow();
    const base = await stateNow();
    const { plan, items } = await on.desk.apply(
      editTo(base, {
        ForgotUsernameAllowed: false,
        MfaAttributeMapping: [...(base.MfaAttributeMapping ?? []), { name: 'pager', value: 'pager__c' }],
      }),
    );
    expect(items.map(({ state }) => state)).toEqual(['verified']);
    expect(items[0]?.parts.filter(({ isChanged }) => isChanged).map(({ label }) => label)).toEqual([
      'Forgot username',
      'MFA attributes',
    ]);
    expect(await configNow()).toEqual({
      ...before,
      ForgotUsernameAllowed: false,
      MfaAttributeMapping: { ...(before['MfaAttributeMapping'] as object), pager: 'pager__c' },
    });
    await on.desk.apply(undo(plan.id));
    expect(await configNow()).toEqual(before);
  });

  it('keeps changes of another admin between the review and the request', async () => {
    const base = await stateNow();
    const plan = await on.desk.plan(editTo(base, { Domain: 'ours.example' }));
    const theirs = (await on.colleague.call('configuration.get', read)).data.state;
    await on.colleague.apply(
      editTo(theirs, { SendPasswordChangeConfirmation: theirs.SendPasswordChangeConfirmation !== true }),
    );
    await on.desk.applyPlan(plan);
    expect(await configNow()).toMatchObject({
      Domain: 'ours.example',
      SendPasswordChangeConfirmation: theirs.SendPasswordChangeConfirmation !== true,
    });
  });

  it('exists once if the response was lost', async () => {
    const base = await stateNow();
    on.network.setFaults(({ path }) => ({
      kind: path.endsWith('/SetCustomerConfig') ? 'lose-answer' : 'pass',
    }));
    const { items } = await on.desk.apply(editTo(base, { Domain: 'lost.example' }));
    expect(items.map(({ state }) => state)).toEqual(['verified']);
    expect(on.network.requests.filter(({ path }) => path.endsWith('/SetCustomerConfig'))).toHaveLength(1);
    expect(await configNow()).toMatchObject({ Domain: 'lost.example' });
  });

  it('of unexpected types is shown and resent unchanged', async () => {
    const odd = {
      IsPasswordPersistanceEnabled: 'sometimes',
      MfaAttributeMapping: { mobile: 7 },
      AllowCors: 'any.example',
    };
    respondWith(odd);
    const { data } = await on.desk.call('configuration.get', read);
    expect(data.state).toMatchObject({ IsPasswordPersistanceEnabled: null, MfaAttributeMapping: null });
    expect(data.members).toContainEqual({ name: 'IsPasswordPersistanceEnabled', value: 'sometimes' });
    // Someone sets it anyway.
    const plan = await on.desk.plan(
      editTo(data.state, { Domain: 'odd.example', IsPasswordPersistanceEnabled: true }),
    );
    const [item] = await on.desk.itemsOf(plan.id);
    expect(item?.parts.filter(({ isChanged }) => isChanged).map(({ name }) => name)).toEqual(['Domain']);
    await on.desk.call('changes.apply', { planId: plan.id });
    const sent = on.network.requests.find(({ path }) => path.endsWith('/SetCustomerConfig'));
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ ...odd, Domain: 'odd.example' });
  });

  it('is rejected if an attribute has no name or appears twice', async () => {
    const base = await stateNow();
    for (const name of ['', 'mobile']) {
      const mapping = [
        { name: 'mobile', value: 'a' },
        { name, value: 'b' },
      ];
      await expect(on.desk.plan(editTo(base, { MfaAttributeMapping: mapping }))).rejects.toMatchObject({
        error: { code: 'invalid-input' },
      });
    }
  });

  it('and the trusted origins are changed in one plan, and neither reverts the other', async () => {
    const base = await stateNow();
    const { origins } = (await on.desk.call('origins.get', read)).data;
    const { items } = await on.desk.apply({
      from: 'edits',
      edits: [
        {
          kind: 'origins',
          targetId: 'origins',
          base: { origins },
          wanted: { origins: [...origins, 'both.example'] },
        },
        {
          kind: 'configuration',
          targetId: 'configuration',
          base,
          wanted: { ...base, Domain: 'both.example' },
        },
      ],
    });
    expect(items.map(({ state }) => state)).toEqual(['verified', 'verified']);
    expect(await configNow()).toMatchObject({
      Domain: 'both.example',
      AllowCors: expect.arrayContaining(['both.example']) as unknown,
    });
  });
});
