import { describe, expect, it } from 'vitest';
import { applicationStateOf } from '../../contract/applications/applications.ts';
import type { Edit } from '../../contract/changes/changes.ts';
import { assignmentTarget } from '../../contract/roles/assignment-target.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, edits, setAll } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';

/** A change set of one tenant, applied to another one on purpose. */
const on = useDesk({ tenants: 2, isSandbox: false });
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;

/** Tenant Desk on another tenant, whose items have other IDs. */
function otherDesk(environment: 'staging' | 'production' = 'staging'): DeskOnTenant {
  const address = on.tenant.addresses[1];
  if (address === undefined) throw new Error('There is one tenant only.');
  const { baseUrl, accessToken = '' } = address;
  return on.another({ baseUrl, accessToken, isSandbox: false, environment });
}

async function applications(desk: DeskOnTenant) {
  return (await desk.call('applications.list', read)).data;
}

/** Two applications whose names are there once in either tenant. */
async function shared(other: DeskOnTenant) {
  const [here, there] = [await applications(on.desk), await applications(other)];
  const isOnce = (name: string, list: typeof here) => list.filter((one) => one.name === name).length === 1;
  return here
    .filter(({ name }) => isOnce(name, here) && isOnce(name, there))
    .map(({ id, name }) => ({ id, name, idThere: there.find((one) => one.name === name)?.id ?? '' }));
}

const savedBytes = (desk: DeskOnTenant): Uint8Array => {
  const saved = desk.host.saved.at(-1);
  if (saved === undefined) throw new Error('No file was saved.');
  return saved.bytes;
};

async function opened(desk: DeskOnTenant, bytes: Uint8Array) {
  desk.host.fileToOpen = { name: 'from-acme.json', bytes };
  const set = await desk.call('changeSets.open', undefined);
  if (set === undefined) throw new Error('No file was opened.');
  return set;
}

async function propose(other: DeskOnTenant, request: Parameters<DeskOnTenant['plan']>[0]) {
  const plan = await on.desk.plan(request);
  await on.desk.call('changeSets.save', { planId: plan.id });
  const { fileId } = await opened(other, savedBytes(on.desk));
  return await other.call('changeSets.proposeRetarget', { fileId, tenantId: 'acme' });
}

describe('a change set of another tenant', () => {
  it('is matched by name, compared with the state of that tenant, and shows its source', async () => {
    const other = otherDesk();
    const [application] = await shared(other);
    if (application === undefined) throw new Error('Nothing is shared.');
    const { id, idThere, name } = application;
    expect(idThere).not.toBe(id);
    const before = (await other.call('applications.get', { ...read, id: idThere })).data;

    const proposal = await propose(other, setAll('application', [id], { description: 'Owner: identity' }));
    expect(proposal).toMatchObject({
      from: { name: 'Acme' },
      applicable: [{ kind: 'application', name, notes: [] }],
      skipped: [],
      confirmation: null,
    });
    const { fileId } = await other.call('changeSets.retarget', { proposalId: proposal.proposalId });
    const plan = await other.plan({ from: 'change-set', fileId });
    expect(plan.origin).toMatchObject({ type: 'change-set', madeFor: 'Acme' });
    const [item] = await other.itemsOf(plan.id);
    expect(item?.target).toMatchObject({ id: idThere, name });
    // Only what the change set changes, regardless of the other settings of this tenant.
    expect(item?.parts.filter(({ isChanged }) => isChanged).map((part) => part.name)).toEqual([
      'description',
    ]);
    if (item?.decision === 'merge') {
      const choices = { description: { take: 'mine' } } as const;
      await other.call('changes.settle', { planId: plan.id, itemId: item.id, choices });
    }
    await other.applyPlan(plan);
    const after = (await other.call('applications.get', { ...read, id: idThere })).data;
    expect(after).toMatchObject({ description: 'Owner: identity', name: before.name, icon: before.icon });
  });

  it('skips and lists items that are missing or ambiguous', async () => {
    const other = otherDesk();
    await on.desk.apply(
      create('webhook', aWebhook({ name: 'Only here' }), aWebhook({ name: 'Twice there' })),
    );
    await other.apply(create('webhook', aWebhook({ name: 'Twice there' })));
    await other.apply(create('webhook', aWebhook({ name: 'Twice there' })));
    const hooks = await on.desk.webhooks();
    const changed = ['Only here', 'Twice there'].map((name): Edit => {
      const hook = hooks.find((one) => one.name === name);
      if (hook === undefined) throw new Error(`${name} was not created.`);
      const base = webhookStateOf(hook);
      return { kind: 'webhook', targetId: hook.id, base, wanted: { ...base, description: 'Changed' } };
    });
    const proposal = await propose(other, edits(...changed));
    expect(proposal.applicable).toEqual([]);
    expect(proposal.skipped).toMatchObject([
      { name: 'Only here', notes: [expect.stringContaining('Acme has no webhook “Only here”')] },
      { name: 'Twice there', notes: [expect.stringContaining('In Acme 2 match webhook “Twice there”')] },
    ]);
  });

  it('applies scripts, assignments, and origins to the items with the same names', async () => {
    const other = otherDesk();
    const [application] = await shared(other);
    if (application === undefined) throw new Error('Nothing is shared.');
    const { id, idThere, name } = application;
    const { data } = await on.desk.call('scripts.get', { ...read, applicationId: id });
    const script = { application: name, script: data.script };
    const [rolesHere, rolesThere] = await Promise.all(
      [on.desk, other].map(async (desk) => (await desk.call('roles.list', read)).data),
    );
    const role = rolesHere?.find(
      (one) => one.id !== 'Everybody' && rolesThere?.some((two) => two.name === one.name),
    );
    if (role === undefined) throw new Error('No role is shared.');
    const had = await on.desk.call('roles.publications', { ...read, roleId: role.id });
    const isPublished = had.data.some((one) => one.id === id);
    const cell = { application: name, role: role.name };
    const proposal = await propose(
      other,
      edits(
        {
          kind: 'script',
          targetId: id,
          base: script,
          wanted: { ...script, script: `${data.script}\n// more` },
        },
        {
          kind: 'publication',
          targetId: assignmentTarget({ applicationId: id, roleId: role.id }),
          base: { ...cell, isPublished },
          wanted: { ...cell, isPublished: !isPublished },
        },
      ),
    );
    expect(proposal.skipped).toEqual([]);
    const { fileId } = await other.call('changeSets.retarget', { proposalId: proposal.proposalId });
    const plan = await other.plan({ from: 'change-set', fileId });
    const items = await other.itemsOf(plan.id);
    const roleIdThere = rolesThere?.find((one) => one.name === role.name)?.id ?? '';
    expect(items.map(({ target }) => target.id)).toEqual([
      idThere,
      assignmentTarget({ applicationId: idThere, roleId: roleIdThere }),
    ]);
  });

  it('is a set for a production tenant only when its name was typed', async () => {
    const other = otherDesk('production');
    const proposal = await propose(other, create('webhook', aWebhook({ name: 'To production' })));
    expect(proposal.confirmation).toBe('Acme');
    const { proposalId } = proposal;
    for (const confirmation of [undefined, 'acme', 'Acm']) {
      await expect(
        other.call('changeSets.retarget', { proposalId, ...(confirmation && { confirmation }) }),
      ).rejects.toMatchObject({ code: 'confirmation-mismatch' });
    }
    await expect(
      other.call('changeSets.retarget', { proposalId, confirmation: 'Acme' }),
    ).resolves.toBeDefined();
  });

  it('is not planned without being re-targeted', async () => {
    const other = otherDesk();
    const plan = await on.desk.plan(create('webhook', aWebhook({ name: 'Elsewhere' })));
    await on.desk.call('changeSets.save', { planId: plan.id });
    const { fileId, tenantId } = await opened(other, savedBytes(on.desk));
    expect(tenantId).toBeNull();
    await expect(other.plan({ from: 'change-set', fileId })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('drafts saved as a change set', () => {
  it('contain edits and their base without a connection, and open like any other draft', async () => {
    const [first, second] = await applications(on.desk);
    const ids = [first?.id ?? '', second?.id ?? ''];
    for (const [index, id] of ids.entries()) {
      const { data } = await on.desk.call('applications.get', { ...read, id });
      const base = applicationStateOf(data);
      const typed = index === 0 ? { ...base, description: 'Typed on a train' } : base;
      await openDraft(on.desk, { kind: 'application', targetId: id, base }).type(typed);
    }
    on.desk.signOut();
    const drafts = ids.map((targetId) => ({ kind: 'application', targetId }));
    const saved = await on.desk.call('changeSets.saveDrafts', { tenantId: 'acme', drafts });
    expect(saved).toMatchObject({ count: 1, skipped: 1 });
    on.desk.signIn();

    const { fileId } = await opened(on.desk, savedBytes(on.desk));
    const plan = await on.desk.plan({ from: 'change-set', fileId });
    const [item] = await on.desk.itemsOf(plan.id);
    expect(item).toMatchObject({ basis: 'compared', target: { id: ids[0] } });
    await expect(
      on.desk.call('changeSets.saveDrafts', { tenantId: 'acme', drafts: drafts.slice(1) }),
    ).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('contain no credential that was typed', async () => {
    const secret = 'Bearer 77c1-typed-and-hidden';
    const state = aWebhook({ name: 'Guarded', headers: `Authorization: ${secret}` });
    await openDraft(on.desk, { kind: 'webhook', targetId: 'new:1', base: null }).type(state);
    const drafts = [{ kind: 'webhook', targetId: 'new:1' }];
    await on.desk.call('changeSets.saveDrafts', { tenantId: 'acme', drafts });
    expect(new TextDecoder().decode(savedBytes(on.desk))).not.toContain('77c1');
  });
});
