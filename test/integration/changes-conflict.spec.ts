import { describe, expect, it } from 'vitest';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, remove, setAll, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const lines = (...all: string[]): string => `${all.join('\n')}\n`;

async function onlyItem(planId: string) {
  const [item, ...others] = await on.desk.itemsOf(planId);
  if (item === undefined || others.length > 0) throw new Error(`The plan has ${others.length + 1} items.`);
  return item;
}

describe('a script that another admin changed in the meantime', () => {
  const someApplication = async (): Promise<string> =>
    (await on.desk.call('applications.list', read)).data[0]?.id ?? '';
  const state = (script: string) => ({ application: 'Payroll', script });
  const scriptOf = async (applicationId: string) =>
    (await on.desk.call('scripts.get', { ...read, applicationId })).data.script;

  it('keeps both edits if other lines were changed, as the review says', async () => {
    const id = await someApplication();
    const base = lines('one', 'two', 'three', 'four', 'five');
    const theirs = lines('ONE', 'two', 'three', 'four', 'five');
    const mine = lines('one', 'two', 'three', 'four', 'FIVE');
    await on.desk.apply(setAll('script', [id], { script: base }));
    await on.colleague.apply(setAll('script', [id], { script: theirs }));

    const plan = await on.desk.plan(change('script', id, state(base), state(mine)));
    const merged = lines('ONE', 'two', 'three', 'four', 'FIVE');
    const item = await onlyItem(plan.id);
    expect(item).toMatchObject({ basis: 'changed', decision: null });
    expect(item.parts).toMatchObject([{ before: theirs, after: merged }]);
    expect(item.parts[0]?.conflict).toBeUndefined();
    expect(await scriptOf(id)).toBe(theirs);

    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    expect(await scriptOf(id)).toBe(merged);
  });

  it('is a conflict with markers if the same line was changed, and nothing is sent before it is resolved', async () => {
    const id = await someApplication();
    const [base, theirs, mine] = [lines('base'), lines('theirs'), lines('mine')];
    await on.colleague.apply(setAll('script', [id], { script: theirs }));
    const request = change('script', id, state(base), state(mine));
    const undecided = await on.desk.plan(request);
    expect(undecided).toMatchObject({ changing: 0, undecided: 1 });
    expect((await on.desk.applyPlan(undecided)).items).toMatchObject([{ state: 'left-out' }]);
    expect(await scriptOf(id)).toBe(theirs);

    const plan = await on.desk.plan(request);
    const item = await onlyItem(plan.id);
    expect(item).toMatchObject({ decision: 'merge', basis: 'changed' });
    const { conflict } = item.parts[0] ?? {};
    expect(conflict).toMatchObject({ base, theirs, mine, isClean: false });
    expect(conflict?.merged).toContain('<<<<<<< yours\nmine');
    expect(conflict?.merged).toContain('theirs\n>>>>>>> in the tenant');

    const resolveWith = (text: string) =>
      on.desk.call('changes.settle', { planId: plan.id, itemId: item.id, choices: { script: { text } } });
    await expect(resolveWith(String(conflict?.merged))).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('markers') },
    });
    const resolved = await resolveWith(lines('theirs and mine'));
    expect(resolved).toMatchObject({ changing: 1, undecided: 0 });
    expect((await on.desk.applyPlan(resolved)).items).toMatchObject([{ state: 'verified' }]);
    expect(await scriptOf(id)).toBe(lines('theirs and mine'));
  });

  it('has no conflict if another admin made the same change or differs only in line ends', async () => {
    const id = await someApplication();
    await on.colleague.apply(setAll('script', [id], { script: 'same\r\nlines\r\n' }));
    const same = await on.desk.plan(change('script', id, state('base\n'), state('same\nlines\n')));
    expect(await onlyItem(same.id)).toMatchObject({
      state: 'unchanged',
      summary: 'No change',
      decision: null,
    });
    const other = await on.desk.plan(change('script', id, state('same\nlines\n'), state('other\n')));
    expect(await onlyItem(other.id)).toMatchObject({ decision: null, basis: 'compared' });
  });

  it('is also a change if only line ends differ: it is shown, sent, verified, and undone', async () => {
    const id = await someApplication();
    await on.desk.apply(setAll('script', [id], { script: 'one\r\ntwo\r\n' }));
    const plan = await on.desk.plan(change('script', id, state('one\r\ntwo\r\n'), state('one\ntwo\n')));
    expect(await onlyItem(plan.id)).toMatchObject({
      summary: 'script line ends of 2 lines CRLF → LF',
      decision: null,
    });
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    expect(await scriptOf(id)).toBe('one\ntwo\n');
    await on.desk.apply({ from: 'undo', planId: plan.id });
    expect(await scriptOf(id)).toBe('one\r\ntwo\r\n');
  });

  it('keeps the line ends of another admin', async () => {
    const id = await someApplication();
    await on.colleague.apply(setAll('script', [id], { script: 'one\r\ntwo\r\nthree\r\n' }));
    const base = state('one\ntwo\nthree\n');
    await on.desk.apply(change('script', id, base, state('one\nTWO\nthree\n')));
    expect(await scriptOf(id)).toBe('one\r\nTWO\r\nthree\r\n');
  });

  it('is not overwritten when the change comes between plan and apply', async () => {
    const id = await someApplication();
    const before = await scriptOf(id);
    const plan = await on.desk.plan(change('script', id, state(before), state(lines('planned'))));
    await on.colleague.apply(setAll('script', [id], { script: lines('in between') }));
    const { items } = await on.desk.applyPlan(plan);
    expect(items).toMatchObject([{ state: 'outdated', error: { code: 'plan-outdated' } }]);
    expect(await scriptOf(id)).toBe(lines('in between'));
  });
});

const setOrigins = (base: string[], origins: string[]) =>
  change('origins', 'origins', { origins: base }, { origins });
const origins = async () => (await on.desk.call('origins.get', read)).data.origins;

describe('trusted origins that another admin changed in the meantime', () => {
  it('are merged as sets: what either side added is in, what either side removed is out', async () => {
    const base = ['a.example', 'b.example', 'c.example'];
    await on.desk.apply(setAll('origins', ['origins'], { origins: base }));
    await on.colleague.apply(setOrigins(base, ['a.example', 'c.example', 'theirs.example']));
    const plan = await on.desk.plan(setOrigins(base, ['a.example', 'b.example', 'mine.example']));
    const item = await onlyItem(plan.id);
    expect(item).toMatchObject({ decision: null, basis: 'changed' });
    expect(item.parts).toMatchObject([{ after: ['a.example', 'theirs.example', 'mine.example'] }]);
    await on.desk.applyPlan(plan);
    expect(await origins()).toEqual(['a.example', 'theirs.example', 'mine.example']);
  });

  it('warn when the tenant’s own host would leave the list', async () => {
    const { ownHost } = (await on.desk.call('origins.get', read)).data;
    await on.desk.apply(setAll('origins', ['origins'], { origins: [ownHost, 'a.example'] }));
    const plan = await on.desk.plan(setAll('origins', ['origins'], { origins: ['a.example'] }));
    expect((await onlyItem(plan.id)).warnings).toEqual([expect.stringContaining(ownHost)]);
  });
});

describe('trusted origins that another admin changed between the review and Apply', () => {
  const begin = async (list: string[]) =>
    void (await on.desk.apply(setAll('origins', ['origins'], { origins: list })));
  const asColleague = (base: string[], wanted: string[]) => on.colleague.apply(setOrigins(base, wanted));

  it('keep additions, respect removals, report both, and undo only our changes', async () => {
    const base = ['a.example', 'b.example', 'c.example'];
    await begin(base);
    const plan = await on.desk.plan(setOrigins(base, ['a.example', 'b.example', 'mine.example']));
    await asColleague(base, ['a.example', 'c.example', 'theirs.example']);
    const { items } = await on.desk.applyPlan(plan);
    expect(items).toMatchObject([
      {
        state: 'verified',
        merged: [
          'Also included: theirs.example, added by someone else.',
          'Also removed: b.example, removed by someone else.',
        ],
      },
    ]);
    expect(await origins()).toEqual(['a.example', 'theirs.example', 'mine.example']);
    expect(await on.desk.call('changes.markdown', { planId: plan.id })).toContain(
      '> Also included: theirs.example',
    );
    await asColleague(await origins(), ['a.example', 'theirs.example', 'mine.example', 'later.example']);
    expect((await on.desk.apply(undo(plan.id))).items).toMatchObject([{ state: 'verified' }]);
    expect(new Set(await origins())).toEqual(
      new Set(['a.example', 'c.example', 'theirs.example', 'later.example']),
    );
  });

  it('need no change if another admin did the same', async () => {
    const base = ['a.example', 'b.example'];
    await begin(base);
    const plan = await on.desk.plan(setOrigins(base, ['a.example', 'mine.example']));
    await asColleague(base, ['a.example', 'mine.example']);
    const sent = on.network.requests.length;
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'unchanged', isUndoable: false }]);
    expect(on.network.requests.slice(sent).some(({ path }) => path.endsWith('/SetCustomerConfig'))).toBe(
      false,
    );
  });

  it('that another admin has half made are completed, and only our half is undone', async () => {
    const base = ['a.example', 'b.example'];
    await begin(base);
    const plan = await on.desk.plan(setOrigins(base, ['a.example', 'one.example', 'two.example']));
    await asColleague(base, ['a.example', 'b.example', 'one.example']);
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([
      { state: 'verified', merged: ['Someone else had already added one.example.'] },
    ]);
    expect(await origins()).toEqual(['a.example', 'one.example', 'two.example']);
    await on.desk.apply(undo(plan.id));
    expect(new Set(await origins())).toEqual(new Set(['a.example', 'b.example', 'one.example']));
  });

  it('need another confirmation if the list would be empty', async () => {
    const base = ['a.example', 'b.example'];
    await begin(base);
    const plan = await on.desk.plan(setOrigins(base, ['b.example']));
    await asColleague(base, ['a.example']);
    const { items } = await on.desk.applyPlan(plan);
    expect(items).toMatchObject([
      {
        state: 'outdated',
        error: { code: 'plan-outdated', detail: expect.stringContaining('The list is empty') },
      },
    ]);
    expect(await origins()).toEqual(['a.example']);
    const again = await on.desk.plan({ from: 'retry', planId: plan.id });
    expect((await onlyItem(again.id)).warnings.join(' ')).toContain('The list is empty');
  });

  it('are also merged right before the write, after the list was compared', async () => {
    const base = ['a.example', 'b.example'];
    await begin(base);
    const plan = await on.desk.plan(
      setOrigins(base, ['a.example', 'b.example', 'mine.example', 'both.example']),
    );
    let reads = 0;
    on.network.setFaults(async ({ path }) => {
      // The first read compares with the review; a colleague is faster than the second, which is what is sent.
      if (path.endsWith('/GetCustomerConfig') && (reads += 1) === 2) {
        await asColleague(base, ['b.example', 'both.example']);
      }
      return { kind: 'pass' };
    });
    const { items } = await on.desk.applyPlan(plan);
    on.network.setFaults(() => ({ kind: 'pass' }));
    expect(items).toMatchObject([
      {
        state: 'verified',
        merged: [
          'Someone else had already added both.example.',
          'Also removed: a.example, removed by someone else.',
        ],
      },
    ]);
    expect(await origins()).toEqual(['b.example', 'both.example', 'mine.example']);
    await on.desk.apply(undo(plan.id));
    expect(await origins()).toEqual(['b.example', 'both.example']);
  });

  it('that would leave an empty list right before the write are not sent', async () => {
    const base = ['a.example', 'b.example'];
    await begin(base);
    const plan = await on.desk.plan(setOrigins(base, ['b.example']));
    let reads = 0;
    on.network.setFaults(async ({ path }) => {
      if (path.endsWith('/GetCustomerConfig') && (reads += 1) === 2) await asColleague(base, ['a.example']);
      return { kind: 'pass' };
    });
    const { items } = await on.desk.applyPlan(plan);
    on.network.setFaults(() => ({ kind: 'pass' }));
    expect(items).toMatchObject([{ state: 'outdated', error: { code: 'plan-outdated' } }]);
    expect(await origins()).toEqual(['a.example']);
  });
});

describe('a webhook that another admin changed in the meantime', () => {
  const shared = aWebhook({
    name: 'Shared webhook',
    headers: 'Authorization: Bearer first',
    requestBody: '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}',
  });
  const listed = async () => (await on.desk.webhooks()).filter(({ name }) => name === shared.name);

  it('has a new ID, which the review reports as a conflict', async () => {
    await on.desk.apply(create('webhook', shared));
    const [webhook] = await listed();
    if (webhook === undefined) throw new Error('The webhook is not listed.');
    const base = webhookStateOf(webhook);
    await on.colleague.apply(setAll('webhook', [webhook.id], { riskLevel: 'High' }));
    const plan = await on.desk.plan(change('webhook', webhook.id, base, { ...base, description: 'Mine' }));
    expect(plan).toMatchObject({ changing: 0, undecided: 1 });
    const item = await onlyItem(plan.id);
    expect(item).toMatchObject({ decision: 'gone', verb: 'create' });

    const resolved = await on.desk.call('changes.settle', {
      planId: plan.id,
      itemId: item.id,
      choices: { item: { take: 'theirs' } },
    });
    expect(resolved).toMatchObject({ changing: 0, undecided: 0 });
    expect(await listed()).toMatchObject([{ riskLevel: 'High', description: '' }]);
  });

  it('is merged part by part, with hidden headers unchanged in the tenant', async () => {
    const [webhook] = await listed();
    if (webhook === undefined) throw new Error('The webhook is not listed.');
    const live = webhookStateOf(webhook);
    const base = { ...live, riskLevel: 'Low', description: 'As it was' };
    const requestBody = shared.requestBody.replace('3', '33');
    const plan = await on.desk.plan(change('webhook', webhook.id, base, { ...base, requestBody }));
    const item = await onlyItem(plan.id);
    expect(item).toMatchObject({ decision: null, basis: 'changed' });
    const after = Object.fromEntries(item.parts.map((part) => [part.name, part.after]));
    expect(after).toMatchObject({ riskLevel: 'High', description: '', requestBody });
    expect(after['headers']).toEqual([
      { name: 'Authorization', value: expect.stringMatching(/^••••[0-9a-f]{8}$/), isSecret: true },
    ]);
    expect(JSON.stringify([plan, item])).not.toContain('Bearer first');
    await on.desk.applyPlan(plan);
    expect(await on.tenant.rulesText()).toContain('Bearer first');
    expect(await listed()).toMatchObject([{ riskLevel: 'High', requestBody }]);
  });

  it('is not deleted with unreviewed changes', async () => {
    const [webhook] = await listed();
    if (webhook === undefined) throw new Error('The webhook is not listed.');
    const base = { ...webhookStateOf(webhook), description: 'As it was when the person looked' };
    const plan = await on.desk.plan(remove('webhook', webhook.id, base));
    expect(await onlyItem(plan.id)).toMatchObject({ decision: 'changed-before-delete', basis: 'changed' });
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'left-out' }]);
    expect(await listed()).toHaveLength(1);
  });
});
