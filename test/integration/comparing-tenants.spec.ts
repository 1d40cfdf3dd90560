import { beforeEach, describe, expect, it } from 'vitest';
import type { Comparison, ComparisonRow } from '../../contract/changes/comparisons.ts';
import { applicationStateOf } from '../../contract/applications/applications.ts';
import { assignmentTarget } from '../../contract/roles/assignment-target.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, edits, remove, undo } from '../builders/requests.ts';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { sourceSecret, useWorkbook } from './use-workbook.ts';

const on = useWorkbook();
const both = { firstId: 'staging', secondId: 'acme' } as const;
const fresh = { freshness: 'tenant-first' } as const;

const make = () => on.desk.call('comparisons.make', both);
const rowsOf = (comparison: Comparison, isWithSame = false) =>
  on.desk.call('comparisons.rows', { comparisonId: comparison.id, isWithSame });
const countsOf = ({ kinds }: Comparison, kind: string) => kinds.find((one) => one.kind === kind)?.counts;

function find(rows: readonly ComparisonRow[], kind: string, name: string): ComparisonRow {
  const row = rows.find((one) => one.kind === kind && one.name === name);
  if (row === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return row;
}

async function apply(tenantId: string, request: ChangeRequest): Promise<void> {
  const plan = await on.desk.call('changes.plan', { tenantId, request });
  const { items } = await on.desk.applyPlan(plan);
  const failed = items.filter(({ state }) => state !== 'verified' && state !== 'unchanged');
  expect(failed.map(({ title, state, error }) => ({ title, state, error }))).toEqual([]);
}

const applicationsOf = async (tenantId: string) =>
  (await on.desk.call('applications.list', { tenantId, ...fresh })).data;

/** An application that both tenants have exactly once. */
async function shared(): Promise<{ readonly id: string; readonly name: string; readonly idThere: string }> {
  const [here, there] = [await applicationsOf('staging'), await applicationsOf('acme')];
  const isOnce = (name: string, list: typeof here) => list.filter((one) => one.name === name).length === 1;
  for (const { id, name, templateName } of here) {
    const found = there.find((one) => one.name === name && one.templateName === templateName);
    if (found !== undefined && isOnce(name, here) && isOnce(name, there))
      return { id, name, idThere: found.id };
  }
  throw new Error('Nothing is shared.');
}

async function stateOf(tenantId: string, id: string) {
  return applicationStateOf((await on.desk.call('applications.get', { tenantId, id, ...fresh })).data);
}

async function retargeted(comparison: Comparison, rows: readonly ComparisonRow[], targetId = 'acme') {
  const set = await on.desk.call('comparisons.changeSet', {
    comparisonId: comparison.id,
    rowIds: rows.map(({ id }) => id),
    targetId,
  });
  const proposal = await on.desk.call('changeSets.proposeRetarget', {
    fileId: set.fileId,
    tenantId: targetId,
  });
  const { proposalId, confirmation } = proposal;
  const { fileId } = await on.desk.call('changeSets.retarget', {
    proposalId,
    ...(confirmation === null ? {} : { confirmation }),
  });
  const plan = await on.desk.call('changes.plan', {
    tenantId: targetId,
    request: { from: 'change-set', fileId },
  });
  return { set, proposal, plan };
}

describe('two tenants that are compared', () => {
  it('differ in webhooks by name, in either direction, and nothing is sent', async () => {
    await on.holds(
      'acme',
      aWebhook({ name: 'Same' }),
      aWebhook({ name: ' 🧾 Rechnung ' }),
      aWebhook({ name: 'Only there' }),
    );
    await on.holds(
      'staging',
      aWebhook({ name: 'Same' }),
      aWebhook({ name: '🧾 Rechnung', description: 'Another' }),
      aWebhook({ name: 'Twin' }),
      aWebhook({ name: 'Twin', description: 'Two' }),
      aWebhook({ name: 'same' }),
    );
    on.network.requests.length = 0;
    const comparison = await make();
    const rows = (await rowsOf(comparison, true)).filter(({ kind }) => kind === 'webhook');
    expect(rows.map(({ name, difference }) => `${name.trim()}: ${difference}`).toSorted()).toEqual([
      'Only there: second',
      'Same: same',
      'Twin: first',
      'Twin: first',
      'same: first',
      '🧾 Rechnung: different',
    ]);
    expect(find(rows, 'webhook', '🧾 Rechnung').summary).toMatch(/^description/);
    expect(countsOf(comparison, 'webhook')).toEqual({
      first: 3,
      second: 1,
      different: 1,
      unclear: 0,
      same: 1,
    });
    expect(on.network.requests.filter(({ path }) => /Update|Create|Delete|Set/.test(path))).toEqual([]);
    expect(comparison.kinds.map(({ first }) => first?.isCached)).toEqual(comparison.kinds.map(() => false));
  });

  it('compare secrets that both return, and show neither', async () => {
    const rule = aWebhook({ name: 'Guarded', headers: `Authorization: ${sourceSecret}` });
    const other = aWebhook({ name: 'Guarded', headers: 'Authorization: Bearer another-one' });
    await on.holds('staging', rule);
    await on.holds('acme', rule);
    expect(find(await rowsOf(await make(), true), 'webhook', 'Guarded').difference).toBe('same');
    await on.holds('acme', other);
    const comparison = await make();
    const row = find(await rowsOf(comparison), 'webhook', 'Guarded');
    expect(row).toMatchObject({ difference: 'different', notCompared: [] });
    const shown = await on.desk.call('comparisons.row', {
      comparisonId: comparison.id,
      rowId: row.id,
      targetId: 'acme',
    });
    expect(JSON.stringify(shown)).not.toContain(sourceSecret);
    expect(JSON.stringify(shown)).not.toContain('another-one');
    expect(shown.parts.filter(({ isChanged }) => isChanged).map(({ name }) => name)).toEqual(['headers']);
  });

  it('report that a secret cannot be compared with cached data, and the age of that data', async () => {
    await on.holds('staging', aWebhook({ name: 'Guarded', headers: `Authorization: ${sourceSecret}` }));
    await on.holds('acme', aWebhook({ name: 'Guarded', headers: 'Authorization: Bearer another-one' }));
    await on.webhooksOf('staging');
    await on.webhooksOf('acme');
    on.desk.signOut();
    const comparison = await make();
    const webhooks = comparison.kinds.find(({ kind }) => kind === 'webhook');
    expect(webhooks?.first).toMatchObject({ isCached: true });
    expect(webhooks?.first?.readAt).toBeLessThanOrEqual(Date.now());
    expect(find(await rowsOf(comparison, true), 'webhook', 'Guarded')).toMatchObject({
      difference: 'same',
      notCompared: ['Authorization'],
    });
    // Data that was never cached is listed by kind, with a fix.
    const assignments = comparison.kinds.find(({ kind }) => kind === 'publication');
    expect(assignments?.failures.map(({ error }) => error.code)).toEqual(['signed-out', 'signed-out']);
  });

  it('are not reported as having the same script if the cached data does not include it', async () => {
    const { id, idThere, name } = await shared();
    const isOwn = async () => (await stateOf('staging', id)).script !== null;
    await stateOf('acme', idThere);
    await applicationsOf('staging');
    const isReadable = (await isOwn()) && (await stateOf('acme', idThere)).script !== null;
    expect(isReadable).toBe(false);
    on.desk.signOut();
    expect(find(await rowsOf(await make(), true), 'script', name)).toMatchObject({
      difference: 'unclear',
      summary: expect.stringContaining('Not cached for'),
    });
  });

  it('are equal in applications and scripts except for the changes, whatever their URLs', async () => {
    const { id, idThere, name } = await shared();
    const there = await stateOf('acme', idThere);
    const here = await stateOf('staging', id);
    await apply('acme', change('application', idThere, there, { ...there, description: here.description }));
    const { address: baseUrl, accessToken } = on;
    const secondId = on.desk.addTenant('Direct', { baseUrl, accessToken });
    const compare = () => on.desk.call('comparisons.make', { firstId: 'staging', secondId });
    const before = await rowsOf(await compare(), true);
    expect(before.filter(({ kind, summary }) => kind === 'script' && summary !== '')).toEqual([]);

    await apply('staging', change('application', id, here, { ...here, description: 'Owner: identity' }));
    const script = (await on.desk.call('scripts.get', { tenantId: 'staging', applicationId: id, ...fresh }))
      .data.script;
    const base = { application: name, script };
    await apply('staging', change('script', id, base, { ...base, script: `${script}\n// more` }));
    const rows = await rowsOf(await compare());
    expect(find(rows, 'application', name)).toMatchObject({
      difference: 'different',
      firstId: id,
      secondId: idThere,
    });
    expect(find(rows, 'application', name).summary).toMatch(/^description/);
    expect(find(rows, 'script', name).summary).toBe('script +1 −0 lines');
  });

  it('continue with the readable kinds if one fails, and reload only that one', async () => {
    on.network.setFaults(({ path }) =>
      path.includes('GetCustomerConfig')
        ? {
            kind: 'answer',
            status: 403,
            body: '{"success":false,"Message":"No."}',
            contentType: 'application/json',
          }
        : { kind: 'pass' },
    );
    const failed = await make();
    const origins = failed.kinds.find(({ kind }) => kind === 'origins');
    expect(origins?.failures).toMatchObject([{ tenantId: 'acme' }]);
    expect(countsOf(failed, 'webhook')).toMatchObject({ same: 1 });
    on.network.setFaults(() => ({ kind: 'pass' }));
    on.network.requests.length = 0;
    const read = await on.desk.call('comparisons.readAgain', { comparisonId: failed.id, kind: 'origins' });
    expect(countsOf(read, 'origins')).toMatchObject({ same: 1 });
    expect(on.network.requests.map(({ path }) => path)).toEqual([
      expect.stringContaining('GetCustomerConfig'),
    ]);
  });

  it('are compared no further once the request is canceled', async () => {
    const asking = new AbortController();
    const held = on.network.nextHeld();
    on.network.setFaults(() => ({ kind: 'hold-request' }));
    const pendingComparison = on.desk.openWindow()('comparisons.make', both, asking.signal);
    const ended = expect(pendingComparison).rejects.toMatchObject({ code: 'canceled' });
    await held;
    asking.abort();
    await ended;
  });
});

describe('items of a comparison that are applied to the other tenant', () => {
  let name: string;
  let id: string;
  beforeEach(async () => {
    ({ id, name } = await shared());
    const here = await stateOf('staging', id);
    await apply(
      'staging',
      change('application', id, here, { ...here, description: `Owner: ${Math.random()}` }),
    );
  });

  it('makes the other tenant have what differs, and nothing else', async () => {
    const comparison = await make();
    const row = find(await rowsOf(comparison), 'application', name);
    const { set, proposal, plan } = await retargeted(comparison, [row]);
    expect(set).toMatchObject({ tenantId: 'staging', count: 1 });
    expect(proposal).toMatchObject({ applicable: [{ kind: 'application', name }], skipped: [] });
    const [item] = await on.desk.itemsOf(plan.id);
    expect(item?.target.id).toBe(row.secondId);
    expect(item?.parts.filter(({ isChanged }) => isChanged).map((part) => part.name)).toEqual([
      'description',
    ]);
    await on.desk.applyPlan(plan);
    const again = await rowsOf(await make(), true);
    expect(find(again, 'application', name).difference).toBe('same');
  });

  it('can go the other way', async () => {
    const comparison = await make();
    const row = find(await rowsOf(comparison), 'application', name);
    const there = await stateOf('acme', row.secondId ?? '');
    const { plan } = await retargeted(comparison, [row], 'staging');
    await on.desk.applyPlan(plan);
    expect((await stateOf('staging', id)).description).toBe(there.description);
  });

  it('adds what only one has, with its own script and without its secrets', async () => {
    const here = await stateOf('staging', id);
    await apply(
      'staging',
      create('application', { ...here, name: 'Neu 🧾', settings: {}, script: 'setAudience("neu");\n' }),
    );
    const comparison = await make();
    const row = find(await rowsOf(comparison), 'application', 'Neu 🧾');
    expect(row.difference).toBe('first');
    const { plan } = await retargeted(comparison, [row]);
    const { items } = await on.desk.applyPlan(plan);
    expect(items.map(({ state, error }) => ({ state, error }))).toEqual([{ state: 'verified' }]);
    const made = (await applicationsOf('acme')).find((one) => one.name === 'Neu 🧾');
    expect((await stateOf('acme', made?.id ?? '')).script).toContain('setAudience("neu")');
    for (const tenantId of ['acme', 'staging']) {
      const added = (await applicationsOf(tenantId)).find((one) => one.name === 'Neu 🧾');
      if (added === undefined) throw new Error('It was not added.');
      await apply(tenantId, remove('application', added.id, await stateOf(tenantId, added.id)));
    }
  });

  it('adds what only one has, with its assignments there, and undoes all of it', async () => {
    const rolesOf = async (tenantId: string) =>
      (await on.desk.call('roles.list', { tenantId, ...fresh })).data.filter(
        ({ type }) => type !== 'Everybody',
      );
    const there = new Set((await rolesOf('acme')).map((role) => role.name));
    const [one, two] = (await rolesOf('staging')).filter((role) => there.has(role.name));
    if (one === undefined || two === undefined) throw new Error('No two roles are shared.');
    const here = await stateOf('staging', id);
    await apply(
      'staging',
      create('application', { ...here, name: 'Gemeinsam', settings: {}, roles: [one.id, two.id] }),
    );
    const before = await rowsOf(await make());
    const comparison = await make();
    const rows = (await rowsOf(comparison)).filter((row) => row.name === 'Gemeinsam');
    expect(rows.map(({ kind, about }) => `${kind} ${about}`.trim()).toSorted()).toEqual(
      [
        expect.stringContaining('application'),
        `publication ${one.name}`,
        `publication ${two.name}`,
      ].toSorted(),
    );

    // Alone it goes without them, and they do not go without it.
    const alone = await retargeted(comparison, [find(rows, 'application', 'Gemeinsam')]);
    expect((await on.desk.itemsOf(alone.plan.id)).length).toBe(1);
    await on.desk.call('changes.discard', { planId: alone.plan.id });

    const { set, proposal, plan } = await retargeted(comparison, rows);
    expect(set.count).toBe(1);
    expect(proposal.skipped).toEqual([]);
    const { items } = await on.desk.applyPlan(plan);
    expect(items.map(({ state, error }) => ({ state, error }))).toEqual([{ state: 'verified' }]);
    const after = await rowsOf(await make(), true);
    const same = after.filter((row) => row.name === 'Gemeinsam' && row.kind !== 'script');
    expect(same.map(({ kind, difference }) => `${kind} ${difference}`).toSorted()).toEqual([
      'application same',
      'publication same',
      'publication same',
    ]);

    const back = await on.desk.call('changes.plan', { tenantId: 'acme', request: undo(plan.id) });
    await on.desk.applyPlan(back);
    const undone = await rowsOf(await make());
    expect(undone.map(({ kind, name: called, difference }) => [kind, called, difference])).toEqual(
      before.map(({ kind, name: called, difference }) => [kind, called, difference]),
    );
    const added = (await applicationsOf('staging')).find((row) => row.name === 'Gemeinsam');
    if (added === undefined) throw new Error('It was not added.');
    await apply('staging', remove('application', added.id, await stateOf('staging', added.id)));
  });

  it('publishes to the role of the same name, and adds the origins but no tenant’s own', async () => {
    const roles = (await on.desk.call('roles.list', { tenantId: 'staging', ...fresh })).data;
    const rolesThere = (await on.desk.call('roles.list', { tenantId: 'acme', ...fresh })).data;
    const role = roles.find(
      (one) => one.type !== 'Everybody' && rolesThere.some((two) => two.name === one.name),
    );
    if (role === undefined) throw new Error('No role is shared.');
    const roleThere = rolesThere.find((one) => one.name === role.name)?.id ?? '';
    const { idThere } = await shared();
    const cell = { application: name, role: role.name };
    const here = await on.desk.call('roles.publications', { tenantId: 'staging', roleId: role.id, ...fresh });
    if (!here.data.some((one) => one.id === id)) {
      const target = assignmentTarget({ applicationId: id, roleId: role.id });
      await apply(
        'staging',
        change('publication', target, { ...cell, isPublished: false }, { ...cell, isPublished: true }),
      );
    }
    const there = await on.desk.call('roles.publications', { tenantId: 'acme', roleId: roleThere, ...fresh });
    const targetThere = assignmentTarget({ applicationId: idThere, roleId: roleThere });
    if (there.data.some((one) => one.id === idThere)) {
      await apply(
        'acme',
        change('publication', targetThere, { ...cell, isPublished: true }, { ...cell, isPublished: false }),
      );
    }
    const origins = (await on.desk.call('origins.get', { tenantId: 'staging', ...fresh })).data.origins;
    await apply(
      'staging',
      edits({
        kind: 'origins',
        targetId: 'origins',
        base: { origins },
        wanted: { origins: [...origins, `o${Date.now()}.example`] },
      }),
    );

    const comparison = await make();
    const rows = await rowsOf(comparison);
    const published = rows.find(
      (row) => row.kind === 'publication' && row.name === name && row.about === role.name,
    );
    expect(published?.difference).toBe('first');
    const list = find(rows, 'origins', 'Trusted origins');
    const { plan } = await retargeted(comparison, published === undefined ? [] : [published, list]);
    const items = await on.desk.itemsOf(plan.id);
    expect(items.map(({ target }) => target.id)).toEqual([targetThere, 'origins']);
    await on.desk.applyPlan(plan);
    const again = await rowsOf(await make(), true);
    expect(find(again, 'origins', 'Trusted origins').difference).toBe('same');
    expect(again.find((row) => row.id === published?.id)).toBeUndefined();
    const own = (await on.desk.call('origins.get', { tenantId: 'acme', ...fresh })).data;
    expect(own.origins).not.toContain(
      (await on.desk.call('origins.get', { tenantId: 'staging', ...fresh })).data.ownHost,
    );
  });
});
