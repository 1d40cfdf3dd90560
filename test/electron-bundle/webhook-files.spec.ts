import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { unpackWorkbook } from '../../contract/webhooks/workbook-table.ts';
import { useSignedInDesk } from './use-signed-in-desk.ts';

const signedIn = useSignedInDesk();
let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'webhook-files-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const electron = () => signedIn.started.electron;
const desk = () => signedIn.started.desk;
const willOpen = (path: string) => void (electron().responses.open = { canceled: false, filePaths: [path] });
const willSave = (path: string) => void (electron().responses.save = { canceled: false, filePath: path });

describe('webhooks in files under Electron', () => {
  it('are exported to the path from the system’s dialog, and not at all if it is canceled', async () => {
    const { tenantId } = signedIn;
    const { data } = await desk().webhooks.list({ tenantId, freshness: 'tenant-first' });
    const request = {
      tenantId,
      webhookIds: data.map(({ id }) => id),
      fileName: 'webhooks',
      ...{ includeUrls: true, includeHeaders: false },
    };
    expect(await desk().migration.export(request)).toBeUndefined();
    willSave(join(folder, 'webhooks.json'));
    const exported = await desk().migration.export(request);
    const bytes = readFileSync(join(folder, 'webhooks.json'));
    expect(exported).toEqual({ fileName: 'webhooks.json', size: bytes.length });
    expect(electron().saveDialogs.at(-1)).toMatchObject({
      defaultPath: expect.stringMatching(/webhooks\.json$/),
      filters: [{ name: 'JSON', extensions: ['json'] }, { name: 'All files' }],
    });
    expect(bytes.toString('utf8')).not.toContain('sandbox-ticket-token');
  });

  it('are opened with the dialog, and compared with a tenant in a workbook', async () => {
    const { tenantId } = signedIn;
    willOpen(join(folder, 'webhooks.json'));
    const opened = await desk().migration.openFile();
    if (opened === undefined) throw new Error('No file was opened.');
    expect(opened).toMatchObject({ name: 'webhooks.json', isSigned: true, ruleCount: 8 });
    expect(electron().openDialogs.at(-1)?.properties).toEqual(['openFile']);
    const source = { type: 'file', fileId: opened.fileId } as const;
    const workbook = unpackWorkbook(await desk().workbooks.open({ source, targetId: tenantId }));
    expect(workbook.rules).toHaveLength(8);
    rmSync(join(folder, 'webhooks.json'));
    const gone = await desk()
      .migration.openFile()
      .then(() => undefined, toDeskError);
    expect(gone).toMatchObject({ code: 'file-unreadable' });
  });

  it('are written from a workbook to the path from the dialog, and a failure leaves no file', async () => {
    const source = { type: 'tenant', tenantId: signedIn.tenantId } as const;
    const { id } = await desk().workbooks.open({ source, targetId: null });
    const path = join(folder, 'from-a-workbook.json');
    willSave(path);
    expect(await desk().workbooks.saveFile({ workbookId: id })).toMatchObject({
      fileName: 'from-a-workbook.json',
      rules: 8,
    });
    expect(electron().saveDialogs.at(-1)?.defaultPath).toMatch(/Webhooks of .*\.json$/);
    expect(readFileSync(path, 'utf8')).not.toMatch(/sandbox-(ticket-token|collector-token|lake-key)/);
    willSave(join(folder, 'no-such-folder', 'webhooks.json'));
    const failed = await desk()
      .workbooks.saveFile({ workbookId: id })
      .then(() => undefined, toDeskError);
    expect(failed).toMatchObject({
      code: 'storage-failed',
      message: expect.stringContaining('webhooks.json can’t be saved there'),
    });
  });

  it('and events as samples, are imported from a selected file', async () => {
    writeFileSync(join(folder, 'events.json'), '[{"user_name": "file.user"}]');
    willOpen(join(folder, 'events.json'));
    expect(await desk().samples.openFile()).toMatchObject({ fileName: 'events.json' });
  });

  it('are linked with a folder from the dialog, complete and without secrets', async () => {
    const of = { tenantId: signedIn.tenantId, kind: 'webhook' } as const;
    const linked = mkdtempSync(join(folder, 'linked-'));
    willOpen(linked);
    expect(await desk().linkedFolders.link(of)).toMatchObject({ folder: linked, inFiles: 8, total: 8 });
    expect(electron().openDialogs.at(-1)).toMatchObject({
      title: 'Link a folder for webhooks',
      properties: ['openDirectory', 'createDirectory'],
    });
    const files = readdirSync(linked).filter((name) => name.endsWith('.ftl'));
    expect(files).toHaveLength(8);
    const texts = files.map((name) => readFileSync(join(linked, name), 'utf8')).join('\n');
    expect(texts).toContain('"Authorization: ••••"');
    expect(texts).not.toMatch(/sandbox-(ticket-token|collector-token|lake-key)/);
    await desk().linkedFolders.unlink(of);
  });
});
