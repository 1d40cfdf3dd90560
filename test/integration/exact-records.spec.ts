import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatExact } from '../../languages/json/format-exact.ts';
import { parseExact } from '../../languages/json/parse-exact.ts';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { change, setAll, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const on = useDesk({ applications: 1 });

/** Members of any JSON record as text: name and value, without whitespace, as `JSON.stringify` writes them. */
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.stringMatching(/^(?:0|[1-9]\d{0,30})$/),
    fc.option(fc.stringMatching(/^\d{1,20}$/)),
    fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), fc.nat(500))),
  )
  .map(
    ([sign, whole, fraction, power]) =>
      sign + whole + (fraction === null ? '' : `.${fraction}`) + (power === null ? '' : power.join('')),
  );
const name = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.constantFrom(
    '__proto__',
    '$__proto__',
    '$number',
    '$$number',
    'constructor',
    'a',
    'A',
    'é',
    'e\u0301',
    '\ud800',
  ),
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 12, depthSize: 'small' },
    fc.constantFrom('null', 'true', 'false', '638682624000000001', '1.0', '1e400', '-0'),
    numberText,
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.constantFrom(
      '"\\ud800"',
      '"\\u0000"',
      '"{\\"$number\\":\\"1.0\\"}"',
      '{"$number":"1.0"}',
      '{"$$number":1.0}',
    ),
    fc.array(tie('json'), { maxLength: 4 }).map((values) => `[${values.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(name, tie('json')), { selector: ([key]) => key, maxLength: 4 })
      .map((members) => members.filter(([key]) => !/^\d+$/.test(key)))
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
  ),
}));
/** Members that no tab shows and no tenant derives. */
const members = fc.dictionary(
  fc.constantFrom('CreatedTicks', 'Quota', 'Extension', 'extension', 'Zusätze', 'X-1', 'constructor'),
  json,
  { minKeys: 1 },
);

let id = '';

async function sendRaw(path: string, body: string): Promise<string> {
  const response = await fetch(`${on.tenant.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${on.tenant.accessToken}`, 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  expect(text).toContain('"success":true');
  return text;
}

/** Sets members of the application by another client, each by the text of its value. */
async function setMembers(texts: Readonly<Record<string, string>>): Promise<void> {
  const written = Object.entries(texts).map(([key, text]) => `,${JSON.stringify(key)}:${text}`);
  await sendRaw('/SaasManage/UpdateApplicationDE', `{"_RowKey":${JSON.stringify(id)}${written.join('')}}`);
}

/** Members of the record as the tenant answers them, each by the text of its value. */
async function storedTexts(): Promise<Record<string, string>> {
  const response = await sendRaw('/SaasManage/GetApplication', JSON.stringify({ _RowKey: id }));
  return textsOf((parseExact(response) as { readonly Result: object }).Result);
}

const textsOf = (record: object): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, formatExact(value)]));

/** What follows from a change of the script, and what the tenant counts. */
const following = ['Script', 'SamlScript', 'ScriptModified', '_Timestamp', '_entitycontext', '_metadata'];

function withoutFollowing(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !following.includes(key)));
}

beforeAll(async () => {
  const response = await on.tenant.manage('/redrock/query', { Script: 'select ID from Application' });
  id = (response as { readonly Results: readonly [{ readonly Row: { readonly ID: string } }] }).Results[0].Row
    .ID;
});

/** An edit of the script, and of nothing else, on what it is now. */
async function scriptEdit(script: string): Promise<ChangeRequest> {
  const { name: application } = (await on.desk.call('applications.get', { ...read, id })).data;
  const now = (await on.desk.call('scripts.get', { ...read, applicationId: id })).data.script;
  return change('script', id, { application, script: now }, { application, script });
}

describe('a record with one member edited', () => {
  it('arrives with every other value byte for byte, whatever JSON it holds', async () => {
    let edits = 0;
    await fc.assert(
      fc.asyncProperty(members, async (texts) => {
        await setMembers(texts);
        const before = await storedTexts();
        expect(before).toMatchObject(texts);
        const script = `setVersion('2'); // ${(edits += 1)}`;
        const { items } = await on.desk.apply(await scriptEdit(script));
        expect(items).toMatchObject([{ state: 'verified' }]);
        const sent = on.network.requests.findLast(({ path }) => path.endsWith('/UpdateApplicationDE'));
        const sentTexts = textsOf(parseExact(sent?.body ?? '') as object);
        for (const [key, text] of Object.entries(texts))
          if (text !== 'null') expect(sentTexts[key]).toBe(text);
        const after = await storedTexts();
        expect(after['Script']).toBe(JSON.stringify(script));
        expect(withoutFollowing(after)).toEqual(withoutFollowing(before));
      }),
      { numRuns: 40 },
    );
  });

  it('shows all digits of its numbers, and compares them', async () => {
    await setMembers({ CreatedTicks: '638682624000000001', Ratio: '0.1000000000000000055' });
    const { record } = (await on.desk.call('applications.get', { ...read, id })).data;
    expect(formatExact(record)).toContain('"CreatedTicks":638682624000000001');
    expect(formatExact(record)).toContain('"Ratio":0.1000000000000000055');
  });

  it('keeps the numbers of members that someone else changes between review and apply', async () => {
    await setMembers({ CreatedTicks: '638682624000000001' });
    const plan = await on.desk.plan(await scriptEdit('// ours'));
    await setMembers({ CreatedTicks: '638682624000000002' });
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    expect((await storedTexts())['CreatedTicks']).toBe('638682624000000002');
  });
});

const ticks = '638682624000000001';

/**
 * Has the tenant store another spelling of a value than it was sent, in what changes an application. Wherever it is: members that
 * an earlier test set may hold it too.
 */
function rewriteStored(from: string, to: string): void {
  on.network.setFaults(({ path, body }) =>
    path.endsWith('/UpdateApplicationDE') && body.includes(from)
      ? { kind: 'pass', body: body.replaceAll(from, to) }
      : { kind: 'pass' },
  );
}

describe('what has changed since it was seen', () => {
  const drift = async () =>
    (await on.desk.call('overview.drift', { tenantId: 'acme', freshness: 'tenant-first' })).data.items;
  const markSeen = () => on.desk.call('overview.markSeen', { tenantId: 'acme' });

  it('can differ only in the last digit of a number, and shows all digits', async () => {
    await setMembers({ CreatedTicks: ticks, Quota: '1.0' });
    await drift();
    await markSeen();
    expect(await drift()).toEqual([]);
    await setMembers({ CreatedTicks: '638682624000000002' });
    expect(await drift()).toMatchObject([
      { kind: 'application', targetId: id, difference: 'changed', summary: '1 other member' },
    ]);
    const parts = await on.desk.call('overview.driftParts', {
      ...{ tenantId: 'acme', kind: 'application', targetId: id },
    });
    const others = parts.find(({ name: part }) => part === 'otherMembers');
    expect(others).toMatchObject({
      before: expect.arrayContaining([expect.objectContaining({ name: 'CreatedTicks', value: ticks })]),
      after: expect.arrayContaining([
        expect.objectContaining({ name: 'CreatedTicks', value: '638682624000000002' }),
      ]),
    });
    await markSeen();
    expect(await drift()).toEqual([]);
  });

  it('is no other spelling of the same number', async () => {
    await setMembers({ CreatedTicks: ticks, Quota: '[{"limit":1.0}]' });
    await drift();
    await markSeen();
    await setMembers({ CreatedTicks: `${ticks}.00`, Quota: '[{"limit":1}]' });
    expect(await drift()).toEqual([]);
  });
});

describe('undoing the change of a script', () => {
  it('leaves every other member unchanged, byte for byte', async () => {
    await setMembers({ CreatedTicks: ticks, Ratio: '0.1000000000000000055', Quota: '1.0' });
    await on.desk.apply(await scriptEdit('// before'));
    const before = await storedTexts();
    const { plan } = await on.desk.apply(await scriptEdit('// edited'));
    expect((await storedTexts())['Script']).toBe('"// edited"');
    expect((await on.desk.apply(undo(plan.id))).items).toMatchObject([{ state: 'verified' }]);
    const after = await storedTexts();
    expect(after['CreatedTicks']).toBe(ticks);
    expect(after['Script']).toBe(before['Script']);
    expect(withoutFollowing(after)).toEqual(withoutFollowing(before));
  });

  it('rolls back what an unfinished run has changed, with all digits of the rest', async () => {
    await setMembers({ CreatedTicks: ticks, Quota: '1.0' });
    await on.desk.apply(await scriptEdit('// before'));
    const before = await storedTexts();
    // The tenant applied it; the response is lost, and so is every later check.
    let isLost = false;
    on.network.setFaults(({ path }) => {
      if (path.endsWith('/UpdateApplicationDE')) {
        isLost = true;
        return { kind: 'lose-answer' };
      }
      return isLost ? { kind: 'lose-request' } : { kind: 'pass' };
    });
    const { plan, items } = await on.desk.apply(await scriptEdit('// half done'));
    expect(items).toMatchObject([{ state: 'unknown' }]);
    on.network.setFaults(() => ({ kind: 'pass' }));
    expect((await storedTexts())['Script']).toBe('"// half done"');
    await on.desk.call('changes.takeBack', { planId: plan.id });
    const after = await storedTexts();
    expect(after['Script']).toBe(before['Script']);
    expect(withoutFollowing(after)).toEqual(withoutFollowing(before));
  });
});

describe('a change set', () => {
  it('transfers all digits of the reviewed values to the instance of another admin', async () => {
    await setMembers({ CreatedTicks: ticks, Ratio: '0.1000000000000000055', Quota: '1.0' });
    const set = { settings: { Limit: { $number: '9007199254740993' } } };
    const reviewed = await on.desk.plan(setAll('application', [id], set));
    await on.desk.call('changeSets.save', { planId: reviewed.id });
    const bytes = on.desk.host.saved.at(-1)?.bytes ?? new Uint8Array();
    const text = new TextDecoder().decode(bytes);
    expect(text).toContain(`"CreatedTicks": ${ticks}`);
    expect(text).toContain('"Limit": 9007199254740993');

    const colleague = on.another();
    colleague.host.fileToOpen = { name: 'reviewed.tdchanges', bytes };
    const opened = await colleague.call('changeSets.open', undefined);
    const plan = await colleague.plan({ from: 'change-set', fileId: opened?.fileId ?? '' });
    const before = await storedTexts();
    expect((await colleague.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    const { Limit: limit, ...after } = await storedTexts();
    expect(limit).toBe('9007199254740993');
    expect(withoutFollowing(after)).toEqual(withoutFollowing(before));
  });
});

describe('a tenant that stores numbers as it likes', () => {
  it('is verified if the tenant writes 1.0 as 1', async () => {
    await setMembers({ Audience: '1.0' });
    rewriteStored('"Audience":1.0', '"Audience":1');
    expect((await on.desk.apply(await scriptEdit('// one'))).items).toMatchObject([{ state: 'verified' }]);
    rewriteStored('"Limit":2.0', '"Limit":2');
    const edit = setAll('application', [id], { settings: { Limit: { $number: '2.0' } } });
    const { plan, items } = await on.desk.apply(edit);
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect((await on.desk.apply(undo(plan.id))).items).toMatchObject([{ state: 'verified' }]);
  });

  it('is not verified if the tenant loses digits, also in members that no tab shows', async () => {
    await setMembers({ CreatedTicks: ticks });
    rewriteStored(ticks, '638682624000000000');
    expect((await on.desk.apply(await scriptEdit('// two'))).items).toMatchObject([
      { state: 'different', error: { message: expect.stringContaining('CreatedTicks') } },
    ]);
    await setMembers({ CreatedTicks: '1', Rows: `[{"ID":${ticks}}]` });
    expect((await on.desk.apply(await scriptEdit('// three'))).items).toMatchObject([
      { state: 'different', error: { message: expect.stringContaining('Rows.0.ID') } },
    ]);
    const edit = setAll('application', [id], { settings: { CreatedTicks: { $number: ticks } } });
    expect((await on.desk.apply(edit)).items).toMatchObject([{ state: 'different' }]);
  });
});

describe('undoing the deletion of an application', () => {
  it('restores its numbers with all digits, also if the tenant formats them differently', async () => {
    await setMembers({ CreatedTicks: ticks, Ratio: '0.1000000000000000055', Quota: '1.0', Rows: 'null' });
    const { plan } = await on.desk.apply(setAll('application', [id], null));
    rewriteStored('"Quota":1.0', '"Quota":1');
    const { items } = await on.desk.apply(undo(plan.id));
    expect(items).toMatchObject([{ state: 'verified' }]);
    id = items[0]?.target.id ?? '';
    const { CreatedTicks: created, Ratio: ratio, Quota: quota } = await storedTexts();
    expect([created, ratio, quota]).toEqual([ticks, '0.1000000000000000055', '1']);
  });
});
