import { describe, expect, it } from 'vitest';
import type { MappingRule, Workbook } from '../../contract/webhooks/workbooks.ts';
import { aMapping, named, sourceRules, useWorkbook } from './use-workbook.ts';

const on = useWorkbook();
const writes = () => on.network.requests.filter(({ method }) => method !== 'GET');
const decisionsOf = ({ rules }: Workbook) => rules.map(({ name, decision }) => `${name}: ${decision}`);

describe('a workbook of two tenants', () => {
  it('proposes for each rule what is safe, says why, and leaves to the person what it cannot know', async () => {
    const workbook = await on.open();
    expect(decisionsOf(workbook)).toEqual([
      'Same: skip',
      'Fresh: create',
      'Other: replace',
      'Twin: conflict',
      'Twin: conflict',
    ]);
    expect(named(workbook, 'Same').reason).toBe('identical on both');
    expect(named(workbook, 'Fresh').reason).toBe('not on Acme');
    expect(named(workbook, 'Twin').reason).toBe('2 rules with this name in the source');
    expect(workbook.ready).toBe(2);
    expect(writes()).toEqual([]);
  });

  it('compares a rule with the one of the same name part by part', async () => {
    const workbook = await on.open();
    const parts = await on.desk.call('workbooks.rule', {
      workbookId: workbook.id,
      key: named(workbook, 'Other').key,
    });
    expect(parts.filter(({ isChanged }) => isChanged).map(({ label }) => label)).toEqual(['Template']);
    expect(parts.find(({ name }) => name === 'requestBody')).toMatchObject({
      before: '{}',
      after: sourceRules.other.requestBody,
    });
  });

  it('leaves to the person what was changed on the target after the source', async () => {
    await on.holds('acme', { ...sourceRules.other, requestBody: '{}' });
    const [later] = await on.webhooksOf('acme');
    const source = (await on.webhooksOf('staging')).find(({ name }) => name === 'Other');
    expect(later?.updatedAt ?? 0).toBeGreaterThan(source?.updatedAt ?? 0);
    const workbook = await on.open();
    expect(named(workbook, 'Other')).toMatchObject({
      decision: 'conflict',
      options: ['create', 'replace', 'skip'],
      reason: expect.stringMatching(/^Acme changed later by .+: template$/),
    });
  });

  it('maps what differs between the two, counts what each mapping does, and shows it in the result', async () => {
    const workbook = await on.map(await on.open());
    expect(workbook.mapping.map(({ count }) => count)).toEqual([1, 1, 5]);
    const fresh = named(workbook, 'Fresh');
    expect(fresh.address).toEqual([
      { text: 'https://soc.', isMapped: false },
      { text: 'acme', isMapped: true },
      { text: '.example/in', isMapped: false },
    ]);
    expect(fresh.notes.map(({ text }) => text)).toEqual([
      'Authorization',
      'Low → Medium',
      'Headers mapped',
      'disabled',
    ]);
    const { items } = await on.apply(workbook, [fresh.key]);
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect((await on.webhooksOf('acme')).find(({ name }) => name === 'Fresh')).toMatchObject({
      url: 'https://soc.acme.example/in',
      riskLevel: 'Medium',
      enabled: false,
    });
  });

  it('keeps a mapping under a name for others of the same environments', async () => {
    let workbook = await on.map(await on.open());
    expect(workbook.mappingName).toBeNull();
    workbook = await on.ask('workbooks.saveMapping', {
      workbookId: workbook.id,
      name: 'To production',
    });
    expect(workbook.mappingName).toBe('To production');
    expect(await on.desk.call('workbooks.mappings', undefined)).toEqual([
      { name: 'To production', from: 'staging', to: 'staging', rules: aMapping },
    ]);
    await on.desk.call('workbooks.removeMapping', { name: 'To production' });
    expect(await on.desk.call('workbooks.mappings', undefined)).toEqual([]);
  });

  it.each<[string, MappingRule]>([
    ['a header', { kind: 'header', from: 'X-Api-Key: a', to: 'X-Api-Key: b' }],
    ['an address', { kind: 'url', from: 'https://a.example/', to: 'https://u:p@b.example/' }],
  ])(
    'rejects a mapping with a credential in %s, because mappings are stored in plain text',
    async (_what, rule) => {
      const workbook = await on.open();
      await expect(on.map(workbook, [rule])).rejects.toMatchObject({
        error: { code: 'invalid-input', message: expect.stringContaining('under Secrets') },
      });
    },
  );

  it('names the columns that templates read and the target does not list, by rule and line', async () => {
    const workbook = await on.open();
    expect(workbook.unknownColumns).toEqual([
      { path: 'event.geo_town', key: named(workbook, 'Other').key, rule: 'Other', line: 1 },
    ]);
    expect(workbook.columns).toContain('event.user_name');
    const mapped = await on.map(workbook, [
      { kind: 'column', from: 'event.geo_town', to: 'event.user_name' },
    ]);
    expect(mapped.unknownColumns).toEqual([]);
  });

  it('names an event type that no rule of the target has', async () => {
    const workbook = await on.map(await on.open(), [
      { kind: 'event-type', from: 'SecurityAlert', to: 'Other.Event' },
    ]);
    expect(named(workbook, 'Fresh').notes).toContainEqual(
      expect.objectContaining({ type: 'event-type', tone: 'warn' }),
    );
  });
});
