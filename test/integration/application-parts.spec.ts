import { expect, it } from 'vitest';
import { applicationStateOf } from '../../contract/applications/applications.ts';
import { assignmentKindName, assignmentTarget } from '../../contract/roles/assignment-target.ts';
import { fromDrafts } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const fresh = { tenantId: 'acme', freshness: 'tenant-first' } as const;

async function anApplication() {
  const added = (await on.tenant.manage('/SaasManage/ImportAppFromTemplate', { ID: 'Generic SAML' })) as {
    _RowKey: string;
  }[];
  const id = added[0]?._RowKey ?? '';
  const { data } = await on.desk.call('applications.get', { ...fresh, id });
  const script = await on.desk.call('scripts.get', { ...fresh, applicationId: id });
  return { id, application: data, script: script.data.script };
}

/** The three parts of one application, as its editors save them. */
async function changeEveryPart() {
  const { id, application, script } = await anApplication();
  const state = applicationStateOf(application);
  await openDraft(on.desk, { kind: 'application', targetId: id, base: state }).type({
    ...state,
    description: 'For the field teams.',
  });
  const base = { application: application.name, script };
  await openDraft(on.desk, { kind: 'script', targetId: id, base }).type({
    ...base,
    script: "setAudience('https://parts.example');\n",
  });
  const role = (await on.desk.call('roles.list', fresh)).data.find(({ name }) => name === 'Finance');
  if (role === undefined) throw new Error('There is no role Finance.');
  const names = { application: application.name, role: role.name };
  const edit = {
    kind: assignmentKindName,
    targetId: assignmentTarget({ applicationId: id, roleId: role.id }),
    base: { ...names, isPublished: false },
    wanted: { ...names, isPublished: true },
  };
  const parts = [
    { kind: 'application', targetId: id },
    { kind: 'script', targetId: id },
  ];
  return { id, role, request: { ...fromDrafts(...parts), edits: [edit], title: 'Change Payroll' }, script };
}

async function readParts(id: string, roleId: string) {
  const { data } = await on.colleague.call('applications.get', { ...fresh, id });
  const script = await on.colleague.call('scripts.get', { ...fresh, applicationId: id });
  const assigned = await on.colleague.call('roles.publications', { ...fresh, roleId });
  return {
    description: data.description,
    script: script.data.script,
    isAssigned: assigned.data.some((application) => application.id === id),
  };
}

it('applies settings, script and roles of an application as one reviewed change, and undoes all of it', async () => {
  const { id, role, request, script } = await changeEveryPart();
  const before = await readParts(id, role.id);
  const planned = await on.desk.plan(request);
  expect(planned.title).toBe('Change Payroll');
  const applied = await on.desk.applyPlan(planned);
  expect(new Map(applied.items.map(({ target, state }) => [target.kind, state]))).toEqual(
    new Map([
      ['application', 'verified'],
      ['script', 'verified'],
      [assignmentKindName, 'verified'],
    ]),
  );
  expect(await readParts(id, role.id)).toEqual({
    description: 'For the field teams.',
    script: "setAudience('https://parts.example');\n",
    isAssigned: true,
  });
  expect(await on.desk.call('drafts.list', {})).toEqual([]);

  await on.desk.apply({ from: 'undo', planId: applied.plan.id });
  expect(await readParts(id, role.id)).toEqual({ ...before, script });
});

it('keeps every part that the tenant rejects as a draft', async () => {
  const { id, role, request } = await changeEveryPart();
  let rejected = 0;
  on.network.setFaults(({ path }) =>
    path.startsWith('/SaasManage/UpdateApplicationDE') && (rejected += 1) === 1
      ? { kind: 'answer', status: 403, body: '' }
      : { kind: 'pass' },
  );
  const applied = await on.desk.apply(request);
  const states = new Map(applied.items.map(({ target, state }) => [target.kind, state]));
  expect([...states.values()]).toContain('refused');
  const drafts = await on.desk.call('drafts.list', {});
  for (const kind of ['application', 'script'])
    expect(drafts.some((draft) => draft.kind === kind)).toBe(states.get(kind) !== 'verified');
  const now = await readParts(id, role.id);
  expect(now.isAssigned).toBe(states.get(assignmentKindName) === 'verified');
});
