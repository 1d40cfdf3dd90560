import { describe, expect, it } from 'vitest';
import { applicationStateOf } from '../../contract/applications/applications.ts';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import type { AssignmentPair } from '../../contract/roles/assignment-target.ts';
import type { SendMode } from '../../contract/changes/send-modes.ts';
import { everybodyId } from '../../contract/roles/roles.ts';
import { assignmentOf, assignmentTarget } from '../../contract/roles/assignment-target.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { Fault } from '../fakes/fault-proxy.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const updatePath = '/SaasManage/UpdateApplicationDE';
const busy = { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '3600' } } as const;

interface Cell extends AssignmentPair {
  readonly application: string;
  readonly role: string;
}

async function roles(): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { data } = await on.colleague.call('roles.list', read);
  return data;
}

async function roleNamed(name: string): Promise<string> {
  const role = (await roles()).find((one) => one.name === name);
  if (role === undefined) throw new Error(`There is no role ${name}.`);
  return role.id;
}

/** A new application for the spec, with everything that an update could lose, assigned to these roles. */
async function anApplication(name: string, roleIds: readonly string[] = []): Promise<string> {
  const added = (await on.tenant.manage('/SaasManage/ImportAppFromTemplate', { ID: 'Generic SAML' })) as {
    _RowKey: string;
  }[];
  const id = added[0]?._RowKey ?? '';
  await on.tenant.manage(updatePath, {
    _RowKey: id,
    Name: name,
    Description: 'As it was.',
    Script: 'setAudience("kept");\n',
    AppRoles: { Publish: roleIds.map((ID) => ({ ID, Automatic: false })), UnPublish: [] },
  });
  return id;
}

/** Everything that the tenant returns about an application and its assignments. */
async function wholeState(applicationId: string) {
  const record = (await on.tenant.manage('/SaasManage/GetApplication', { _Rowkey: applicationId })) as object;
  const script = await on.tenant.manage('/SaasManage/GetScript', { appkey: applicationId });
  const {
    _Timestamp: _time,
    _entitycontext: _version,
    _metadata: _meta,
    ...kept
  } = record as Record<string, unknown>;
  return { record: kept, script, roles: await rolesWith(applicationId) };
}

async function rolesWith(applicationId: string): Promise<string[]> {
  const having = [];
  for (const { id, name } of await roles()) {
    const { data } = await on.colleague.call('roles.publications', { ...read, roleId: id });
    if (data.some((application) => application.id === applicationId)) having.push(name);
  }
  return having;
}

const state = ({ application, role }: Cell, isPublished: boolean) => ({ application, role, isPublished });

/** Cells to change, from what they are said to be now. */
const edits = (cells: readonly Cell[], isPublished: boolean): ChangeRequest => ({
  from: 'edits',
  edits: cells.map((cell) => ({
    kind: 'publication',
    targetId: assignmentTarget(cell),
    base: state(cell, !isPublished),
    wanted: state(cell, isPublished),
  })),
});

async function aCell(application: string, role: string, roleIds: readonly string[] = []): Promise<Cell> {
  const [applicationId, roleId] = [await anApplication(application, roleIds), await roleNamed(role)];
  return { application, applicationId, role, roleId };
}

describe('the identifier of a publication', () => {
  it.each([
    ['a', 'b'],
    ['a|b', 'c'],
    ['a', 'b|c'],
    ['%7C', '|%'],
    ['ä "quoted" \' id', '/?&=#'],
  ])('of %j and %j is parsed into both', (applicationId, roleId) => {
    expect(assignmentOf(assignmentTarget({ applicationId, roleId }))).toEqual({ applicationId, roleId });
  });

  it.each(['', 'a', 'a|b|c', '%|b'])('%j is none', (targetId) => {
    expect(assignmentOf(targetId)).toBeUndefined();
  });
});

describe('a publication', () => {
  it('is applied without other changes to the application, and is undone completely', async () => {
    const cell = await aCell('Payroll', 'Finance');
    const before = await wholeState(cell.applicationId);
    const { plan, items } = await on.desk.apply(edits([cell], true));
    expect(items).toMatchObject([
      { state: 'verified', title: 'Assign to Finance', target: { name: 'Payroll' } },
    ]);
    const published = await wholeState(cell.applicationId);
    expect(published).toEqual({ ...before, roles: ['Finance'] });
    const undone = await on.desk.apply({ from: 'undo', planId: plan.id });
    expect(undone.items).toMatchObject([{ state: 'verified', title: 'Unassign from Finance' }]);
    expect(await wholeState(cell.applicationId)).toEqual(before);
  });

  it('is removed without other changes, and is undone completely', async () => {
    const [finance, everybody] = [await roleNamed('Finance'), everybodyId];
    const cell = await aCell('Travel', 'Finance', [finance, everybody]);
    const before = await wholeState(cell.applicationId);
    const { plan, items } = await on.desk.apply(edits([cell], false));
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect(await wholeState(cell.applicationId)).toEqual({ ...before, roles: ['Everybody'] });
    await on.desk.apply({ from: 'undo', planId: plan.id });
    expect(await wholeState(cell.applicationId)).toEqual(before);
  });

  it('updates the offline copy of the role to the verified state', async () => {
    const cell = await aCell('Offline', 'Finance');
    await on.desk.call('roles.publications', { ...read, roleId: cell.roleId });
    await on.desk.apply(edits([cell], true));
    const { data } = await on.desk.call('roles.publications', {
      tenantId: 'acme',
      roleId: cell.roleId,
      freshness: 'cache-first',
    });
    expect(data).toContainEqual({ id: cell.applicationId, name: 'Offline', isAutomatic: false });
  });

  it('that another admin made in the meantime needs no change, and nothing is sent', async () => {
    const cell = await aCell('Both', 'Finance');
    const plan = await on.desk.plan(edits([cell], true));
    await on.colleague.apply(edits([cell], true));
    const { items } = await on.desk.applyPlan(plan);
    expect(items).toMatchObject([{ state: 'unchanged' }]);
    expect(on.network.requests.filter(({ path }) => path === updatePath)).toEqual([]);
  });

  it('keeps changes of another admin to the application after the review', async () => {
    const cell = await aCell('Renamed', 'Finance');
    const plan = await on.desk.plan(edits([cell], true));
    await on.tenant.manage(updatePath, { _RowKey: cell.applicationId, Description: 'Theirs.' });
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    expect(await wholeState(cell.applicationId)).toMatchObject({ record: { Description: 'Theirs.' } });
  });

  it('of a deleted application is skipped, with the reason, and the others are applied', async () => {
    const [gone, remaining] = [await aCell('Gone', 'Finance'), await aCell('Kept', 'Finance')];
    await on.tenant.manage('/SaasManage/DeleteApplication', { _RowKey: [gone.applicationId] });
    const { items } = await on.desk.apply(edits([gone, remaining], true));
    expect(items).toMatchObject([
      {
        state: 'left-out',
        error: { code: 'not-found', message: expect.stringContaining('no longer exists') },
      },
      { state: 'verified' },
    ]);
    await expect(on.desk.plan(edits([gone], true))).rejects.toMatchObject({ error: { code: 'not-found' } });
  });

  it('whose application is deleted after the review is outdated, and nothing is sent', async () => {
    const cell = await aCell('Going', 'Finance');
    const plan = await on.desk.plan(edits([cell], true));
    await on.tenant.manage('/SaasManage/DeleteApplication', { _RowKey: [cell.applicationId] });
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'outdated' }]);
  });

  it('to a missing role is skipped', async () => {
    const cell = { ...(await aCell('Roleless', 'Finance')), roleId: "no'such", role: 'Nobody' };
    await expect(on.desk.plan(edits([cell], true))).rejects.toMatchObject({ error: { code: 'not-found' } });
  });

  it('by a rule cannot be removed: the reason says where to do it', async () => {
    const cell = await aCell('By rule', 'Finance');
    await on.tenant.manage(updatePath, {
      _RowKey: cell.applicationId,
      AppRoles: { Publish: [{ ID: cell.roleId, Automatic: true }], UnPublish: [] },
    });
    await expect(on.desk.plan(edits([cell], false))).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringMatching(/A rule .* By rule .* Finance/) },
    });
  });

  it('waits while the tenant rate-limits requests, and then resumes', async () => {
    const cells = [await aCell('Busy 1', 'Finance'), await aCell('Busy 2', 'Finance')];
    const plan = await on.desk.plan(edits(cells, true));
    on.network.setFaults(({ path }): Fault => (path === updatePath ? busy : { kind: 'pass' }));
    const stopped = await on.desk.applyPlan(plan);
    expect(stopped.plan).toMatchObject({ state: 'open', error: { code: 'rate-limited' } });
    on.network.setFaults(() => ({ kind: 'pass' }));
    await on.desk.call('changes.resume', { planId: plan.id });
    expect(await on.desk.statesOf(plan.id)).toEqual(['verified', 'verified']);
  });

  it('that fails for half of a plan is reported item by item, and the retry sends the rest', async () => {
    const cells = [];
    for (const index of [1, 2, 3, 4]) cells.push(await aCell(`Half ${index}`, 'Finance'));
    const failing = new Set(cells.slice(0, 2).map(({ applicationId }) => applicationId));
    const no = { kind: 'answer', status: 200, body: '{"success":false,"Message":"Not today."}' } as const;
    on.network.setFaults(({ path, body }): Fault =>
      path === updatePath && [...failing].some((id) => body.includes(id)) ? no : { kind: 'pass' },
    );
    const { plan, items } = await on.desk.apply(edits(cells, true));
    expect(items.map((item) => item.state)).toEqual(['refused', 'refused', 'verified', 'verified']);
    on.network.setFaults(() => ({ kind: 'pass' }));
    const retried = await on.desk.apply({ from: 'retry', planId: plan.id });
    expect(retried.items.map((item) => item.state)).toEqual(['verified', 'verified']);
  });

  it('whose response is lost is looked up and found', async () => {
    const cell = await aCell('Lost', 'Finance');
    on.network.setFaults(({ path }): Fault =>
      path === updatePath ? { kind: 'lose-answer' } : { kind: 'pass' },
    );
    expect((await on.desk.apply(edits([cell], true))).items).toMatchObject([{ state: 'verified' }]);
  });
});

describe('a role that is added in a separate request', () => {
  const publishPath = '/SaasManage/PublishApplication';
  const alone = { mode: 'publish-application' } as const;

  const writes = () =>
    on.network.requests
      .filter(({ path }) => path === publishPath || path === updatePath)
      .map(({ path, body }) => ({ path, body: JSON.parse(body) as Record<string, unknown> }));

  it('sends only the role, and its undo removes the role', async () => {
    const cell = await aCell('Alone', 'Finance');
    const before = await wholeState(cell.applicationId);
    const plan = await on.desk.plan(edits([cell], true));
    expect(plan.sendModes).toEqual({ 'update-application': 1 });
    const [offered] = await on.desk.itemsOf(plan.id);
    expect(offered).toMatchObject({ sendMode: 'update-application', warnings: [] });

    const chosen = await on.desk.call('changes.chooseSendMode', { planId: plan.id, ...alone });
    expect(chosen.sendModes).toEqual({ 'publish-application': 1 });
    const [item] = await on.desk.itemsOf(plan.id);
    expect(item).toMatchObject({
      id: offered?.id,
      sendMode: 'publish-application',
      warnings: [expect.stringContaining('A tenant may reject it; then nothing is changed.')],
    });
    expect(item?.steps.map(({ path }) => path)).toContain(publishPath);
    expect(item?.steps.map(({ path }) => path)).not.toContain(updatePath);

    on.network.requests.length = 0;
    expect((await on.desk.applyPlan(chosen)).items).toMatchObject([{ state: 'verified' }]);
    const { applicationId, roleId } = cell;
    const entry = { Name: 'Finance', ID: roleId, Role: roleId, Application: applicationId, Automatic: false };
    expect(writes()).toEqual([
      {
        path: publishPath,
        body: {
          _RowKey: applicationId,
          AppRoles: { Publish: [expect.objectContaining(entry)], UnPublish: [] },
        },
      },
    ]);
    expect(await wholeState(applicationId)).toEqual({ ...before, roles: ['Finance'] });
    const [remaining] = await on.desk.itemsOf(plan.id);
    expect(remaining?.steps.map(({ path }) => path)).toContain(publishPath);

    on.network.requests.length = 0;
    const undone = await on.desk.apply({ from: 'undo', planId: plan.id });
    expect(undone.items).toMatchObject([{ state: 'verified', title: 'Unassign from Finance' }]);
    expect(undone.items[0]).not.toHaveProperty('sendMode');
    expect(writes().map(({ path }) => path)).toEqual([updatePath]);
    expect(await wholeState(applicationId)).toEqual(before);
  });

  it('that the tenant rejects changes nothing, and the retry sends the whole application', async () => {
    const cell = await aCell('Rejected', 'Finance');
    const before = await wholeState(cell.applicationId);
    const { id: planId } = await on.desk.plan(edits([cell], true));
    const chosen = await on.desk.call('changes.chooseSendMode', { planId, ...alone });
    const no = {
      kind: 'answer',
      status: 200,
      body: '{"success":false,"Message":"Unknown member."}',
    } as const;
    on.network.setFaults(({ path }): Fault => (path === publishPath ? no : { kind: 'pass' }));
    const { items } = await on.desk.applyPlan(chosen);
    expect(items).toMatchObject([
      { state: 'refused', error: { message: expect.stringContaining('Unknown member.') } },
    ]);
    expect(await wholeState(cell.applicationId)).toEqual(before);
    const retried = await on.desk.apply({ from: 'retry', planId });
    expect(retried.items).toMatchObject([{ state: 'verified', sendMode: 'update-application' }]);
  });

  it('that changes more than the role has a warning', async () => {
    const cell = await aCell('Tampered', 'Finance');
    const { id: planId } = await on.desk.plan(edits([cell], true));
    const chosen = await on.desk.call('changes.chooseSendMode', { planId, ...alone });
    on.network.setFaults(async ({ path }): Promise<Fault> => {
      if (path === publishPath)
        await on.tenant.manage(updatePath, { _RowKey: cell.applicationId, Description: 'Lost.' });
      return { kind: 'pass' };
    });
    const { items } = await on.desk.applyPlan(chosen);
    expect(items).toMatchObject([
      {
        state: 'different',
        error: { message: expect.stringContaining('this changed with it: description') },
      },
    ]);
  });

  it('is chosen item by item or for all that add a role, and for nothing else', async () => {
    const [one, two] = [await aCell('Mixed 1', 'Finance'), await aCell('Mixed 2', 'Finance')];
    const taken = await aCell('Mixed 3', 'Finance', [one.roleId]);
    const both = [edits([one, two], true), edits([taken], false)].flatMap((request) =>
      request.from === 'edits' ? request.edits : [],
    );
    const { id: planId } = await on.desk.plan({ from: 'edits', edits: both });
    const [first, , removal] = await on.desk.itemsOf(planId);
    const choose = (choice: { readonly itemId?: string; readonly mode: SendMode }) =>
      on.desk.call('changes.chooseSendMode', { planId, ...choice });
    expect((await choose({ ...alone, itemId: first?.id ?? '' })).sendModes).toEqual({
      'publish-application': 1,
      'update-application': 1,
    });
    expect((await choose(alone)).sendModes).toEqual({ 'publish-application': 2 });
    expect((await choose({ mode: 'update-application' })).sendModes).toEqual({ 'update-application': 2 });
    for (const choice of [
      { ...alone, itemId: removal?.id ?? '' },
      { mode: 'delete-first', itemId: first?.id ?? '' },
    ] as const) {
      await expect(choose(choice)).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    }
    // A choice that nothing of the plan offers leaves all as it is.
    expect((await choose({ mode: 'delete-first' })).sendModes).toEqual({ 'update-application': 2 });
  });

  it('is not part of a change set: the user who applies it decides', async () => {
    const cell = await aCell('Handed on', 'Finance');
    const { id: planId } = await on.desk.plan(edits([cell], true));
    await on.desk.call('changes.chooseSendMode', { planId, ...alone });
    await on.desk.call('changeSets.save', { planId });
    expect(new TextDecoder().decode(on.desk.host.saved.at(-1)?.bytes)).not.toContain('publish-application');
  });
});

describe('a plan of publications', () => {
  it('reads each role once, however many applications it is about', async () => {
    const cells = [];
    for (const index of [1, 2, 3, 4, 5]) {
      cells.push(await aCell(`Many ${index}`, 'Finance'));
    }
    const both = [...cells, ...cells.map((cell) => ({ ...cell, roleId: everybodyId, role: 'Everybody' }))];
    await on.desk.plan(edits(both, true));
    const reads = on.network.requests.filter(({ path }) => path.startsWith('/SaasManage/GetRoleApps'));
    expect(reads).toHaveLength(2);
    // The five applications by name, two roles, and how many people there are.
    expect(on.network.requests.length - reads.length).toBeLessThanOrEqual(8);
  });

  it('warns of everybody with their number, and of the last role that is taken away', async () => {
    const [finance, helpDesk] = [await roleNamed('Finance'), await roleNamed('Help Desk')];
    const cell = await aCell('Last', 'Finance', [finance, helpDesk]);
    const other = { ...cell, roleId: helpDesk, role: 'Help Desk' };
    const warningsOf = async (request: ChangeRequest) => {
      const { id } = await on.desk.plan(request);
      return (await on.desk.itemsOf(id)).map(({ warnings }) => warnings);
    };
    expect(await warningsOf(edits([cell], false))).toEqual([[]]);
    const last = ['Last won’t be assigned to any role: no one can use it.'];
    expect(await warningsOf(edits([cell, other], false))).toEqual([last, last]);
    const everybody = { ...cell, roleId: everybodyId, role: 'Everybody' };
    expect(await warningsOf(edits([everybody], true))).toEqual([
      ['All 50 people who can sign in will see Last.'],
    ]);
  });

  it('and of changes of the same application and its script loses none of them', async () => {
    const cell = await aCell('Three kinds', 'Finance');
    const more = await aCell('Another', 'Finance');
    const everybody = { ...cell, roleId: everybodyId, role: 'Everybody' };
    const { applicationId } = cell;
    const live = (await on.desk.call('applications.get', { ...read, id: applicationId })).data;
    const script = 'setAudience("ours");\n';
    let active = 0;
    let maxActive = 0;
    on.network.setFaults(async ({ path, body }): Promise<Fault> => {
      if (path !== updatePath || !body.includes(applicationId)) return { kind: 'pass' };
      active += 1;
      maxActive = Math.max(maxActive, active);
      await new Promise((resolve) => setImmediate(resolve));
      active -= 1;
      return { kind: 'pass' };
    });
    const application = applicationStateOf(live);
    const requestOf = (isPublished: boolean) => {
      const request = edits([cell, everybody, more], isPublished);
      return request.from === 'edits' ? request.edits : [];
    };
    const { items } = await on.desk.apply({
      from: 'edits',
      edits: [
        {
          kind: 'application',
          targetId: applicationId,
          base: application,
          wanted: { ...application, description: 'Ours.' },
        },
        {
          kind: 'script',
          targetId: applicationId,
          base: { application: 'Three kinds', script: application.script ?? '' },
          wanted: { application: 'Three kinds', script },
        },
        ...requestOf(true),
      ],
    });
    expect(items.map((item) => item.state)).toEqual(items.map(() => 'verified'));
    expect(maxActive).toBe(1);
    expect(await wholeState(applicationId)).toMatchObject({
      record: { Description: 'Ours.' },
      script: { Script: script },
      roles: ['Everybody', 'Finance'],
    });
  });
});
