import { describe, expect, it } from 'vitest';
import { findInFolder } from '../security/find-in-folder.ts';
import { named, sourceRules, sourceSecret, useWorkbook } from './use-workbook.ts';

const on = useWorkbook();
const writes = () => on.network.requests.filter(({ method }) => method !== 'GET');

describe('credentials of a workbook', () => {
  it('travel with their rules, and are in no file of the profile', async () => {
    const workbook = await on.open();
    expect(workbook.secrets).toEqual([
      expect.objectContaining({ name: 'Authorization', state: 'found', rules: 1, type: 'header' }),
    ]);
    await on.apply(workbook);
    expect(on.network.requests.some(({ body }) => body.includes(sourceSecret))).toBe(true);
    expect(JSON.stringify(workbook)).not.toContain(sourceSecret);
    expect(findInFolder(on.folder, ['s3cret-of-the-receiver'])).toEqual([]);
  });

  it('can be entered for the target, and what is sent is what was entered', async () => {
    const workbook = await on.open();
    const [needed] = workbook.secrets;
    const entered = await on.ask('workbooks.enterSecret', {
      workbookId: workbook.id,
      secretId: needed?.id ?? '',
      value: 'Bearer of-production',
    });
    expect(entered.secrets).toMatchObject([{ state: 'entered' }]);
    await on.apply(entered);
    expect(on.network.requests.some(({ body }) => body.includes('Bearer of-production'))).toBe(true);
    expect(on.network.requests.some(({ body }) => body.includes(sourceSecret))).toBe(false);
  });

  it('that are missing hold back only the rules that need them', async () => {
    const bytes = await on.exported({ includeUrls: false, includeHeaders: true });
    await on.holds('acme', sourceRules.same);
    const workbook = await on.openFile(bytes);
    expect(workbook.secrets.filter(({ state }) => state === 'missing')).toHaveLength(4);
    const fresh = named(workbook, 'Fresh');
    expect(fresh).toMatchObject({ decision: 'create', isWaiting: true });
    expect(named(workbook, 'Same')).toMatchObject({ decision: 'skip', reason: 'identical on both' });
    expect(workbook.ready).toBe(0);
    const entered = await on.ask('workbooks.enterSecret', {
      workbookId: workbook.id,
      secretId: `address-of ${fresh.key}`,
      value: 'https://soc.acme.example/in',
    });
    expect(entered.ready).toBe(1);
    await on.apply(entered);
    expect((await on.webhooksOf('acme')).find(({ name }) => name === 'Fresh')?.url).toBe(
      'https://soc.acme.example/in',
    );
  });

  it.each(['not an address', 'javascript:alert(1)', 'https://a.example/\nX: y'])(
    'are rejected as a URL if they aren’t one: %j',
    async (value) => {
      const workbook = await on.openFile(await on.exported({ includeUrls: false, includeHeaders: true }));
      const { secrets } = workbook;
      await expect(
        on.ask('workbooks.enterSecret', {
          workbookId: workbook.id,
          secretId: secrets.find(({ type }) => type === 'address')?.id ?? '',
          value,
        }),
      ).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    },
  );
});

describe('a workbook of a file', () => {
  const whole = { includeUrls: true, includeHeaders: true };

  it('that is whole and not edited goes through the import of the tenant, and says so', async () => {
    await on.holds('staging', sourceRules.fresh, sourceRules.other);
    await on.holds('acme', sourceRules.same);
    const workbook = await on.openFile(await on.exported(whole));
    expect(workbook.way.type).toBe('import');
    const { items } = await on.apply(workbook);
    expect(items).toMatchObject([{ verb: 'run', state: 'verified' }]);
    expect(writes().some(({ path }) => path.includes('/file/import/'))).toBe(true);
    const after = await on.ask('workbooks.read', { workbookId: workbook.id });
    expect(after.rules.map(({ run }) => run?.state)).toEqual(['verified', 'verified']);
    expect(after.run?.title).toBe('Migrate from rules.json · 2 webhooks');
    expect((await on.webhooksOf('acme')).find(({ name }) => name === 'Fresh')?.enabled).toBe(false);
  });

  it('without URLs is imported as a whole too, with disabled rules, and a rule with an entered URL is imported separately', async () => {
    await on.holds('staging', sourceRules.fresh, sourceRules.other);
    await on.holds('acme', sourceRules.same);
    const workbook = await on.openFile(await on.exported({ includeUrls: false, includeHeaders: true }));
    expect(workbook).toMatchObject({ way: { type: 'import' }, ready: 2 });
    const entered = await on.ask('workbooks.enterSecret', {
      workbookId: workbook.id,
      secretId: workbook.secrets.find(({ type }) => type === 'address')?.id ?? '',
      value: 'https://soc.acme.example/in',
    });
    expect(entered).toMatchObject({ way: { type: 'creation' }, ready: 1 });
    const again = await on.ask('workbooks.read', { workbookId: workbook.id });
    await on.apply(again);
    expect((await on.webhooksOf('acme')).map(({ name }) => name)).toEqual(['Same', 'Fresh']);
  });

  it('that is edited or partial is applied rule by rule, with all data of the file and its status', async () => {
    await on.holds('staging', sourceRules.fresh, sourceRules.other);
    await on.holds('acme', sourceRules.same);
    const workbook = await on.map(await on.openFile(await on.exported(whole)));
    expect(workbook.way).toEqual({
      type: 'creation',
      text: expect.stringContaining('the mapping changes the file'),
    });
    const { items } = await on.apply(workbook);
    expect(items.map(({ verb, state }) => `${verb} ${state}`)).toEqual([
      'create verified',
      'create verified',
    ]);
    expect(on.network.requests.some(({ path }) => path.includes('/file/import/'))).toBe(false);
    expect(on.network.requests.some(({ body }) => body.includes(sourceSecret))).toBe(true);
    expect((await on.webhooksOf('acme')).find(({ name }) => name === 'Fresh')?.enabled).toBe(false);
  });

  it('is resumed after a restart with all decisions, without opening the file again', async () => {
    const workbook = await on.decide(await on.openFile(await on.exported(whole)), 'Fresh', 'skip');
    await on.map(workbook);
    await on.restart();
    const [last] = await on.desk.call('workbooks.list', undefined);
    expect(last).toMatchObject({ id: workbook.id, source: 'rules.json', target: 'Acme' });
    const read = await on.ask('workbooks.read', { workbookId: workbook.id });
    expect(named(read, 'Fresh')).toMatchObject({ decision: 'skip', isChosen: true });
    expect(read.mapping).toHaveLength(3);
    expect(read.source).toMatchObject({ type: 'file', isOpen: false });
    expect(read.way.text).toContain('the file is no longer open');
  });

  it('is the same whether it was chosen or dropped, to its last byte', async () => {
    const bytes = Buffer.concat([
      Uint8Array.of(0xef, 0xbb, 0xbf),
      await on.exported({ includeUrls: true, includeHeaders: true }),
    ]);
    on.desk.host.fileToOpen = { name: 'rules.json', bytes };
    const chosen = await on.desk.call('migration.openFile', undefined);
    const base64 = bytes.toString('base64');
    const dropped = await on.desk.call('migration.openDropped', { name: 'rules.json', base64 });
    expect(dropped).toEqual({ ...chosen, fileId: dropped.fileId });
    expect(dropped.size).toBe(bytes.byteLength);
    expect(dropped.warnings.join(' ')).toContain('byte order mark');
    await expect(
      on.desk.call('migration.openDropped', { name: 'rules.json', base64: 'no base64 !' }),
    ).rejects.toMatchObject({ error: { code: 'file-not-json' } });
  });
});
