import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../contract/scripts/scripts.ts';
import { change } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk({ environment: 'production' });
const fresh = 'tenant-first' as const;

const zoe: TestUser = {
  id: 'zoe',
  name: 'Zoë O’Brien',
  properties: [
    { name: 'Username', value: 'zoe.obrien@acme.example' },
    { name: 'department', value: 'Human Resources' },
    { name: 'costCenter', value: 'DE-4100' },
  ],
};
const contractor: TestUser = {
  id: 'c7',
  name: 'Contractor 7',
  properties: [
    { name: 'Username', value: 'c7@acme.example' },
    { name: 'department', value: 'Vienna' },
  ],
};

interface Scripted {
  readonly id: string;
  readonly application: string;
  readonly script: string;
}

/** SAML applications of the embedded tenant with their scripts. */
async function scripted(count: number): Promise<Scripted[]> {
  const { tenantId, call } = on.desk;
  const { data } = await call('applications.list', { tenantId, freshness: fresh });
  const saml = data.filter(({ type }) => type === 'Web - SAML').slice(0, count);
  return await Promise.all(
    saml.map(async ({ id, name }) => {
      const { data: read } = await call('scripts.get', { tenantId, applicationId: id, freshness: fresh });
      return { id, application: name, script: read.script };
    }),
  );
}

async function oneScripted(): Promise<Scripted> {
  const [one] = await scripted(1);
  if (one === undefined) throw new Error('The embedded tenant has SAML applications.');
  return one;
}

const replace = ({ id, application, script }: Scripted, wanted: string) =>
  change('script', id, { application, script }, { application, script: wanted });

async function withUsers(...users: TestUser[]): Promise<void> {
  for (const user of users) await on.desk.call('scripts.saveTestUser', { tenantId: 'acme', user });
}

describe('test users', () => {
  it('are saved in the order in which they were added, replaced, and removed', async () => {
    const { call, tenantId } = on.desk;
    await withUsers(zoe, contractor, { ...zoe, name: 'Zoë' });
    expect((await call('scripts.testUsers', { tenantId })).map(({ name }) => name)).toEqual([
      'Zoë',
      'Contractor 7',
    ]);
    await call('scripts.removeTestUser', { tenantId, id: 'zoe' });
    expect(await call('scripts.testUsers', { tenantId })).toEqual([contractor]);
    expect(await call('scripts.testUsers', { tenantId: on.desk.addTenant('Other') })).toEqual([]);
  });
});

describe('the review of a script', () => {
  it('reports what changes for which user, and sends no user data', async () => {
    await withUsers(zoe, contractor);
    const one = await oneScripted();
    const plan = await on.desk.plan(
      replace(one, `${one.script}\nsetAttribute('cost', LoginUser.Get('costCenter') || 'none');`),
    );
    const [item] = await on.desk.itemsOf(plan.id);
    expect(item?.findings).toEqual([
      {
        label: 'Changes by user',
        columns: ['User', 'Value', 'On the tenant', 'After'],
        rows: [
          ['Zoë O’Brien', 'cost', 'not sent', 'DE-4100'],
          ['Contractor 7', 'cost', 'not sent', 'none'],
        ],
        isCompared: true,
        note: '',
      },
    ]);
    expect(item?.risks).toBeUndefined();
    expect(plan.acknowledgement).toBeUndefined();
    const markdown = await on.desk.call('changes.markdown', { planId: plan.id });
    expect(markdown).toContain('- Zoë O’Brien | cost | not sent | DE-4100');
  });

  it('warns of a user who could not sign in, and applies to production only when that was accepted', async () => {
    await withUsers(zoe, contractor);
    const one = await oneScripted();
    const wanted = `${one.script}\nsetAttribute('cost', LoginUser.Get('costCenter').trim());`;
    const plan = await on.desk.plan(replace(one, wanted));
    const [item] = await on.desk.itemsOf(plan.id);
    const line = wanted.split('\n').length;
    expect(item?.risks?.[0]?.words).toContain(
      `Contractor 7 could not sign in: the script fails at line ${line}, column`,
    );
    expect(plan.acknowledgement).toBe(
      `Apply even though Contractor 7 could not sign in to ${one.application}`,
    );
    const failing = item?.findings?.[0]?.failing?.map((index) => item.findings?.[0]?.rows[index]?.[0]);
    expect(failing).toEqual(['Contractor 7']);

    const apply = (more: { acknowledged?: string }) =>
      on.desk.call('changes.apply', { planId: plan.id, confirmation: 'Acme', ...more });
    for (const acknowledged of [undefined, '', 'Apply']) {
      await expect(apply(acknowledged === undefined ? {} : { acknowledged })).rejects.toMatchObject({
        code: 'confirmation-mismatch',
      });
    }
    expect(await on.desk.statesOf(plan.id)).toEqual(['pending']);
    expect((await apply({ acknowledged: plan.acknowledgement ?? '' })).counts).toEqual({ verified: 1 });
    expect((await oneScripted()).script).toContain('.trim()');
    await on.desk.apply({ from: 'undo', planId: plan.id });
  });

  it('warns about a script that does not parse, with the error position, even without test users', async () => {
    const one = await oneScripted();
    const plan = await on.desk.plan(replace(one, "setVersion('2');\nvar = 1;"));
    const [item] = await on.desk.itemsOf(plan.id);
    expect(item?.findings).toBeUndefined();
    expect(item?.risks).toHaveLength(1);
    expect(item?.risks?.[0]?.words).toMatch(/^Syntax error in the script at line 2, column \d+: /);
    expect(plan.acknowledgement).toBe(
      `Apply even though the script of ${one.application} has a syntax error`,
    );
    await expect(
      on.desk.call('changes.apply', { planId: plan.id, confirmation: 'Acme' }),
    ).rejects.toMatchObject({ code: 'confirmation-mismatch' });
  });

  it('asks nothing more for a user who could not sign in before either, and says so', async () => {
    await withUsers(contractor);
    const one = await oneScripted();
    const stuck = 'onlyThisTenantHasIt();';
    const { planId, script } = await on.desk
      .plan(replace(one, stuck))
      .then(async ({ id, acknowledgement }) => {
        await on.desk.call('changes.apply', {
          planId: id,
          confirmation: 'Acme',
          acknowledged: acknowledgement ?? '',
        });
        return { planId: id, script: stuck };
      });
    const plan = await on.desk.plan(replace({ ...one, script }, `// Payroll\n${stuck}`));
    const [item] = await on.desk.itemsOf(plan.id);
    expect(item?.findings?.[0]?.note).toMatch(/^Both scripts fail for Contractor 7: /);
    expect(plan.acknowledgement).toBeUndefined();
    await on.desk.call('changes.apply', { planId: (await undoPlan(planId)).id, confirmation: 'Acme' });
  });

  it('stops scripts that do not end, and continues with the next', async () => {
    await withUsers(zoe);
    const [first, second] = await scripted(2);
    if (first === undefined || second === undefined) throw new Error('There are two SAML applications.');
    const plan = await on.desk.plan({
      from: 'edits',
      edits: [
        ...requestEdits(replace(first, 'while (true) {}')),
        ...requestEdits(replace(second, `${second.script}\nsetAttribute('a', 'b');`)),
      ],
    });
    const items = await on.desk.itemsOf(plan.id);
    expect(items.map(({ risks }) => risks?.[0]?.words)).toEqual([
      expect.stringContaining('Zoë O’Brien could not sign in: the script fails'),
      undefined,
    ]);
    expect(items[1]?.findings?.[0]?.rows).toEqual([['Zoë O’Brien', 'a', 'not sent', 'b']]);
  });
});

function undoPlan(planId: string) {
  return on.desk.plan({ from: 'undo', planId });
}

function requestEdits(request: ReturnType<typeof change>) {
  if (request.from !== 'edits') throw new Error('Edits are made of edits.');
  return request.edits;
}
