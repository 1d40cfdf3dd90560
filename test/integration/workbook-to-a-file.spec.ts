import { describe, expect, it } from 'vitest';
import { exportFileSchema } from '../../main/webhooks/files/export-file.ts';
import { aMapping, sourceRules, sourceSecret, useWorkbook } from './use-workbook.ts';

const on = useWorkbook();
const toFile = () =>
  on.ask('workbooks.open', { source: { type: 'tenant', tenantId: 'staging' }, targetId: null });
const save = (workbookId: string) => on.desk.call('workbooks.saveFile', { workbookId });
const saved = () => on.desk.host.saved.at(-1);
const textOf = () => new TextDecoder().decode(saved()?.bytes);
const writes = () => on.network.requests.filter(({ method }) => method !== 'GET');

describe('a workbook whose target is a file', () => {
  it('writes every rule as mapped and in its state, and sends nothing', async () => {
    const opened = await toFile();
    expect(opened).toMatchObject({ target: { tenantId: null }, way: { type: 'file' }, ready: 5 });
    const mapped = await on.map(opened, aMapping);
    expect(await save(mapped.id)).toEqual({ fileName: 'Webhooks of Staging.json', rules: 5, skipped: 1 });
    const file = exportFileSchema.parse(JSON.parse(textOf()));
    expect(file.version).toBe('0.9');
    expect(file.signature).toBeUndefined();
    expect(new Set(file.ruleActions.map(({ policyId }) => policyId)).size).toBe(5);
    expect(file.ruleActions.find(({ name }) => name === 'Fresh')).toMatchObject({
      actions: [
        {
          actionMetaData: {
            url: 'https://soc.acme.example/in',
            headers: expect.stringContaining('X-Source: production'),
          },
          providerMetaData: { risk_level: 'Medium', enabled: false },
        },
      ],
    });
    expect(writes()).toEqual([]);
    expect(await on.desk.call('changes.open', undefined)).toEqual([]);
  });

  it('keeps the value of a header that the person has called no secret', async () => {
    await on.holds('staging', { ...sourceRules.same, headers: 'X-Team: red' });
    const hidden = await toFile();
    expect(hidden.secrets).toMatchObject([{ name: 'X-Team', state: 'left-out' }]);
    await on.desk.call('webhooks.showHeader', { tenantId: 'staging', name: 'X-Team', isShown: true });
    const shown = await on.ask('workbooks.read', { workbookId: hidden.id });
    expect(shown.secrets).toEqual([]);
    await save(shown.id);
    expect(textOf()).toContain('X-Team: red');
  });

  it('is the same for anyone who opens it, whether or not the source still has it', async () => {
    await save((await toFile()).id);
    const bytes = saved()?.bytes ?? new Uint8Array();
    await on.holds('staging', sourceRules.other);
    await on.holds('acme', { ...sourceRules.same, name: 'Elsewhere' });
    const taken = await on.openFile(bytes);
    const entered = await on.ask('workbooks.enterSecret', {
      workbookId: taken.id,
      secretId: taken.secrets[0]?.id ?? '',
      value: 'Bearer of-acme',
    });
    const twins = entered.rules.filter(({ name }) => name === 'Twin').map(({ key }) => key);
    const change = { set: 'decision', keys: twins, decision: 'create' } as const;
    await on.apply(await on.ask('workbooks.change', { workbookId: taken.id, change }));
    const there = await on.webhooksOf('acme');
    expect(there.map(({ name, activation }) => `${name} ${activation}`).toSorted()).toEqual([
      'Elsewhere enabled',
      'Fresh disabled',
      'Other enabled',
      'Same enabled',
      'Twin enabled',
      'Twin enabled',
    ]);
  });

  it('writes only what is not skipped, disabled where that was chosen, under the name of the workbook', async () => {
    const opened = await toFile();
    const skipped = await on.decide(opened, 'Twin', 'skip');
    expect(skipped.ready).toBe(3);
    await on.ask('workbooks.change', {
      workbookId: opened.id,
      change: { set: 'arriveDisabled', isOn: true },
    });
    await on.ask('workbooks.change', {
      workbookId: opened.id,
      change: { set: 'name', name: 'For: the/others' },
    });
    expect(await save(opened.id)).toMatchObject({ rules: 3 });
    expect(saved()?.name).toMatch(/^For.*others\.json$/);
    const file = exportFileSchema.parse(JSON.parse(textOf()));
    expect(file.ruleActions.map(({ actions: [action] }) => action?.providerMetaData)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ enabled: false })),
    );
    await on.decide(opened, 'Same', 'skip');
    await on.decide(opened, 'Fresh', 'skip');
    const none = await on.decide(opened, 'Other', 'skip');
    expect(none.ready).toBe(0);
    await expect(save(opened.id)).rejects.toMatchObject({ error: { code: 'invalid-input' } });
  });

  it('can come from a file, too, and is resumed after a restart', async () => {
    const bytes = await on.exported({ includeUrls: true, includeHeaders: true });
    on.desk.host.fileToOpen = { name: 'rules.json', bytes };
    const file = await on.desk.call('migration.openFile', undefined);
    const opened = await on.ask('workbooks.open', {
      source: { type: 'file', fileId: file?.fileId ?? '' },
      targetId: null,
    });
    await on.map(opened, aMapping);
    await on.restart();
    expect(await on.desk.call('workbooks.list', undefined)).toMatchObject([
      { id: opened.id, source: 'rules.json', target: 'New file', targetId: null },
    ]);
    const again = await on.ask('workbooks.read', { workbookId: opened.id });
    expect(again).toMatchObject({ ready: 5, way: { type: 'file' } });
    expect(await save(opened.id)).toMatchObject({ fileName: 'Webhooks of rules.json', rules: 5 });
    expect(textOf()).not.toContain(sourceSecret);
    expect(textOf()).toContain('https://soc.acme.example/in');
  });

  it('is not a plan, and a plan is not a file', async () => {
    const workbook = await toFile();
    await expect(on.desk.call('workbooks.plan', { workbookId: workbook.id })).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('Save the file') },
    });
    const other = await on.open();
    await expect(save(other.id)).rejects.toMatchObject({ error: { code: 'invalid-input' } });
  });
});
