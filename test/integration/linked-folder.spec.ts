import { chmodSync, existsSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LinkedFolder } from '../../contract/changes/linked-folders.ts';
import { change } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';

const on = useDesk();
const fresh = 'tenant-first' as const;
let folder: string;

beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

interface Linked {
  readonly id: string;
  readonly application: string;
  readonly script: string;
  readonly file: string;
}

const tenantId = 'acme';
const status = async (): Promise<LinkedFolder> => {
  const known = await on.desk.call('linkedFolders.get', { tenantId, kind: 'script' });
  if (known === undefined) throw new Error('No folder is linked.');
  return known;
};
const textOf = (name: string) => readFile(join(folder, name), 'utf8');
const edit = (name: string, text: string) => writeFile(join(folder, name), text);
const liveOf = async (applicationId: string) =>
  (await on.desk.call('scripts.get', { tenantId, applicationId, freshness: fresh })).data.script;
const draftOf = async (targetId: string) =>
  (await on.desk.call('drafts.get', { tenantId, kind: 'script', targetId }))?.state as
    { script: string } | undefined;
const filesOf = () => readdirSync(folder).filter((name) => name.endsWith('.js'));

/** Links the folder, reads every script, and answers an application with its file. */
async function link(): Promise<Linked> {
  on.desk.host.folderToChoose = folder;
  await on.desk.call('linkedFolders.link', { tenantId, kind: 'script' });
  await on.desk.call('linkedFolders.refresh', { tenantId, kind: 'script' });
  const { data } = await on.desk.call('applications.list', { tenantId, freshness: fresh });
  const found = data.find(({ type }) => type === 'Web - SAML');
  if (found === undefined) throw new Error('The embedded tenant has SAML applications.');
  const manifest = JSON.parse(await textOf('tenant-desk.json')) as {
    files: { applicationId: string; file: string }[];
  };
  const file = manifest.files.find(({ applicationId }) => applicationId === found.id)?.file ?? '';
  return { id: found.id, application: found.name, script: await liveOf(found.id), file };
}

async function waitingOf(id: string) {
  return (await status()).waiting.find(({ targetId }) => targetId === id);
}

const apply = ({ id, application, script }: Linked, text: string, desk = on.desk) =>
  desk.apply(change('script', id, { application, script }, { application, script: text }));

describe('a linked folder', () => {
  it('has one file with a safe name for each application, and a list of them', async () => {
    const { file, script, id } = await link();
    const { data } = await on.desk.call('applications.list', { tenantId, freshness: fresh });
    expect(filesOf()).toHaveLength(data.length);
    expect(new Set(filesOf().map((name) => name.toLowerCase())).size).toBe(data.length);
    expect(await textOf(file)).toBe(script.replaceAll('\r\n', '\n'));
    expect(await status()).toMatchObject({ inFiles: data.length, total: data.length, waiting: [] });
    expect(await textOf('tenant-desk.json')).toContain(id);
  });

  it('is none that a page names: without a choice in the dialog there is no link', async () => {
    on.desk.host.folderToChoose = undefined;
    expect(await on.desk.call('linkedFolders.link', { tenantId, kind: 'script' })).toBeUndefined();
    expect(await on.desk.call('linkedFolders.get', { tenantId, kind: 'script' })).toBeUndefined();
    const withPath = { tenantId, kind: 'script' as const, folder: '/' } as {
      tenantId: string;
      kind: 'script';
    };
    await expect(on.desk.call('linkedFolders.link', withPath)).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('gets applied changes, and changes of other admins once they are read', async () => {
    const linked = await link();
    const ours = `${linked.script}\n// ours`;
    const { plan } = await apply(linked, ours);
    await expect.poll(() => textOf(linked.file)).toBe(ours);
    await on.desk.apply({ from: 'undo', planId: plan.id });
    await expect.poll(() => textOf(linked.file)).toBe(linked.script);
    const theirs = `${linked.script}\n// theirs`;
    const foreign = await apply(linked, theirs, on.colleague);
    await liveOf(linked.id);
    await expect.poll(() => textOf(linked.file)).toBe(theirs);
    expect((await status()).waiting).toEqual([]);
    await on.colleague.apply({ from: 'undo', planId: foreign.plan.id });
  });

  it('is watched: an edited file becomes the draft, is reviewed like any, and is in step afterwards', async () => {
    const linked = await link();
    const edited = `// edited\n${linked.script}`;
    await edit(linked.file, edited);
    await expect.poll(async () => (await draftOf(linked.id))?.script).toBe(edited);
    expect(await waitingOf(linked.id)).toMatchObject({ state: 'draft', file: linked.file });
    expect(await liveOf(linked.id)).toBe(linked.script);
    const versions = await on.desk.call('versions.list', { tenantId, kind: 'script', targetId: linked.id });
    expect(versions[0]).toMatchObject({ source: 'folder' });

    // A colleague changes the end of it meanwhile: both are in what is applied, and in the file.
    const foreign = await apply(linked, `${linked.script}\n// theirs`, on.colleague);
    const { plan } = await on.desk.apply({
      from: 'drafts',
      drafts: [{ kind: 'script', targetId: linked.id }],
    });
    const merged = `${edited}\n// theirs`;
    expect(await liveOf(linked.id)).toBe(merged);
    await expect.poll(() => textOf(linked.file)).toBe(merged);
    expect(await waitingOf(linked.id)).toBeUndefined();
    await on.desk.apply({ from: 'undo', planId: plan.id });
    await on.colleague.apply({ from: 'undo', planId: foreign.plan.id });
  });

  it('imports edits from while Tenant Desk was not running', async () => {
    const linked = await link();
    const profile = makeTemporaryFolder();
    const first = on.another({ folder: profile });
    first.host.folderToChoose = folder;
    await first.call('linkedFolders.link', { tenantId, kind: 'script' });
    await first.call('linkedFolders.refresh', { tenantId, kind: 'script' });
    await first[Symbol.asyncDispose]();
    await on.desk.call('linkedFolders.unlink', { tenantId, kind: 'script' });
    await edit(linked.file, `// while away\n${linked.script}`);
    const again = on.another({ folder: profile });
    const key = { tenantId, kind: 'script', targetId: linked.id };
    await expect
      .poll(async () => (await again.call('drafts.get', key))?.state)
      .toMatchObject({ script: `// while away\n${linked.script}` });
  });

  it('keeps the form of a file: byte order mark and lines of Windows', async () => {
    const linked = await link();
    await edit(linked.file, `\uFEFF${linked.script.replaceAll('\n', '\r\n')}`);
    expect(await waitingOf(linked.id)).toBeUndefined();
    const { plan } = await apply(linked, `${linked.script}\n// ours`);
    await expect
      .poll(() => textOf(linked.file))
      .toBe(`\uFEFF${`${linked.script}\n// ours`.replaceAll('\n', '\r\n')}`);
    await on.desk.apply({ from: 'undo', planId: plan.id });
  });
});

describe('a script with line ends of Windows', () => {
  it('has them in its file, and keeps them in every line but the edited one, whatever the file has', async () => {
    const linked = await link();
    const windows = `one;\r\ntwo;\r\nthree;\nfour;\r\n`;
    const { plan } = await apply(linked, windows);
    await expect.poll(() => textOf(linked.file)).toContain('two;');
    rmSync(join(folder, linked.file));
    const resolution = { tenantId, kind: 'script' as const, targetId: linked.id, take: 'desk' } as const;
    await expect.poll(() => waitingOf(linked.id)).toMatchObject({ state: 'deleted' });
    await on.desk.call('linkedFolders.settle', resolution);
    expect(await textOf(linked.file)).toBe(windows);

    // As an editor, or a checkout, that knows only line feeds leaves it.
    await edit(linked.file, 'one;\nTWO;\nthree;\nfour;\nfive;\n');
    const edited = 'one;\r\nTWO;\r\nthree;\nfour;\r\nfive;\r\n';
    await expect.poll(async () => (await draftOf(linked.id))?.script).toBe(edited);
    const applied = await on.desk.apply({
      from: 'drafts',
      drafts: [{ kind: 'script', targetId: linked.id }],
    });
    expect(applied.items).toMatchObject([{ summary: 'script +2 −1 lines', state: 'verified' }]);
    expect(await liveOf(linked.id)).toBe(edited);
    await on.desk.apply({ from: 'undo', planId: applied.plan.id });
    expect(await liveOf(linked.id)).toBe(windows);
    await on.desk.apply({ from: 'undo', planId: plan.id });
  });
});

describe('text that is typed in Tenant Desk', () => {
  const type = async (linked: Linked, script: string) => {
    const { application } = linked;
    const base = { application, script: linked.script };
    const draft = openDraft(on.desk, { kind: 'script', targetId: linked.id, base });
    await draft.type({ application, script });
    return draft;
  };

  it('is merged with an edited file if both changed different lines', async () => {
    const linked = await link();
    await type(linked, `${linked.script}\n// typed`);
    await edit(linked.file, `// edited\n${linked.script}`);
    await expect
      .poll(async () => (await draftOf(linked.id))?.script)
      .toBe(`// edited\n${linked.script}\n// typed`);
  });

  it('is not overwritten if both changed the same line, until the user has chosen', async () => {
    const linked = await link();
    const rest = linked.script.slice(linked.script.indexOf('\n'));
    const [typed, edited] = [`// typed${rest}`, `// edited${rest}`];
    await type(linked, typed);
    await edit(linked.file, edited);
    expect(await waitingOf(linked.id)).toMatchObject({ state: 'conflict' });
    expect((await draftOf(linked.id))?.script).toBe(typed);
    expect(await textOf(linked.file)).toBe(edited);

    const resolution = { tenantId, kind: 'script' as const, targetId: linked.id };
    await on.desk.call('linkedFolders.settle', { ...resolution, take: 'file' });
    expect((await draftOf(linked.id))?.script).toBe(edited);
    const versions = await on.desk.call('versions.list', { tenantId, kind: 'script', targetId: linked.id });
    expect(versions.map(({ source }) => source)).toEqual(expect.arrayContaining(['draft', 'folder']));
  });

  it('stays when the user chooses it, and the text of the file is a version', async () => {
    const linked = await link();
    const rest = linked.script.slice(linked.script.indexOf('\n'));
    await type(linked, `// typed${rest}`);
    await edit(linked.file, `// edited${rest}`);
    expect(await waitingOf(linked.id)).toMatchObject({ state: 'conflict' });
    const resolution = { tenantId, kind: 'script' as const, targetId: linked.id, take: 'desk' } as const;
    await on.desk.call('linkedFolders.settle', resolution);
    expect((await draftOf(linked.id))?.script).toBe(`// typed${rest}`);
    const { plan } = await on.desk.apply({
      from: 'drafts',
      drafts: [{ kind: 'script', targetId: linked.id }],
    });
    await expect.poll(() => textOf(linked.file)).toBe(`// typed${rest}`);
    await on.desk.apply({ from: 'undo', planId: plan.id });
  });

  it('that was discarded leaves the file unchanged, until the user resolves it', async () => {
    const linked = await link();
    await edit(linked.file, `// edited\n${linked.script}`);
    expect(await waitingOf(linked.id)).toMatchObject({ state: 'draft' });
    await on.desk.call('drafts.discard', { tenantId, kind: 'script', targetId: linked.id });
    expect(await waitingOf(linked.id)).toMatchObject({ state: 'differs' });
    expect(await textOf(linked.file)).toBe(`// edited\n${linked.script}`);
    const resolution = { tenantId, kind: 'script' as const, targetId: linked.id, take: 'desk' } as const;
    await on.desk.call('linkedFolders.settle', resolution);
    expect(await textOf(linked.file)).toBe(linked.script);
    expect(await waitingOf(linked.id)).toBeUndefined();
  });
});

describe('a folder with which something happens', () => {
  it('whose file was deleted deletes nothing: it is reported, and can be written again', async () => {
    const linked = await link();
    rmSync(join(folder, linked.file));
    expect(await waitingOf(linked.id)).toMatchObject({ state: 'deleted' });
    expect(await liveOf(linked.id)).toBe(linked.script);
    expect(await draftOf(linked.id)).toBeUndefined();
    const resolution = { tenantId, kind: 'script' as const, targetId: linked.id, take: 'desk' } as const;
    await on.desk.call('linkedFolders.settle', resolution);
    expect(await textOf(linked.file)).toBe(linked.script);
  });

  it('whose file was renamed follows the file', async () => {
    const linked = await link();
    renameSync(join(folder, linked.file), join(folder, 'Renamed outside.js'));
    expect((await status()).waiting).toEqual([]);
    const { plan } = await apply(linked, `${linked.script}\n// ours`);
    await expect.poll(() => textOf('Renamed outside.js')).toBe(`${linked.script}\n// ours`);
    expect(existsSync(join(folder, linked.file))).toBe(false);
    await on.desk.apply({ from: 'undo', planId: plan.id });
  });

  it('keeps the file of an application that is renamed', async () => {
    const linked = await link();
    const { plan } = await on.desk.apply({
      from: 'targets',
      kind: 'application',
      targetIds: [linked.id],
      set: { name: 'Another name' },
    });
    await on.desk.call('linkedFolders.refresh', { tenantId, kind: 'script' });
    expect(filesOf()).toContain(linked.file);
    expect(filesOf()).not.toContain('Another name.js');
    expect(await textOf('tenant-desk.json')).toContain('"Another name"');
    await on.desk.apply({ from: 'undo', planId: plan.id });
  });

  it('with a link in the place of a file neither follows nor replaces it', async () => {
    const linked = await link();
    const outside = makeTemporaryFolder();
    const secret = join(outside, 'outside.js');
    writeFileSync(secret, '// outside');
    rmSync(join(folder, linked.file));
    symlinkSync(secret, join(folder, linked.file));
    expect(await waitingOf(linked.id)).toMatchObject({
      state: 'failed',
      error: { code: 'file-unreadable', message: expect.stringContaining('is a link') },
    });
    const { plan } = await apply(linked, `${linked.script}\n// ours`);
    expect(await waitingOf(linked.id)).toMatchObject({ state: 'failed' });
    expect(await readFile(secret, 'utf8')).toBe('// outside');
    expect(await draftOf(linked.id)).toBeUndefined();
    await on.desk.apply({ from: 'undo', planId: plan.id });
    rmSync(outside, { recursive: true });
  });

  it('that is missing is reported, loses nothing, and works again once it is back', async () => {
    const linked = await link();
    const away = `${folder}-away`;
    renameSync(folder, away);
    expect(await status()).toMatchObject({ error: { code: 'file-unreadable' } });
    symlinkSync(away, folder);
    expect(await status()).toMatchObject({ error: { code: 'file-unreadable' } });
    rmSync(folder);
    renameSync(away, folder);
    await edit(linked.file, `// edited\n${linked.script}`);
    expect((await status()).error).toBeUndefined();
    expect((await draftOf(linked.id))?.script).toBe(`// edited\n${linked.script}`);
  });

  it.skipIf(process.getuid?.() === 0)(
    'that cannot be written is reported, and is updated later',
    async () => {
      const linked = await link();
      chmodSync(folder, 0o500);
      const { plan } = await apply(linked, `${linked.script}\n// ours`);
      expect(await waitingOf(linked.id)).toMatchObject({
        state: 'failed',
        error: { code: 'storage-failed' },
      });
      chmodSync(folder, 0o700);
      expect(await waitingOf(linked.id)).toBeUndefined();
      expect(await textOf(linked.file)).toBe(`${linked.script}\n// ours`);
      await on.desk.apply({ from: 'undo', planId: plan.id });
    },
  );

  it('with files that aren’t scripts skips them, and continues with the others', async () => {
    const linked = await link();
    writeFileSync(join(folder, linked.file), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]));
    writeFileSync(join(folder, 'mine.js'), '// nobody’s');
    writeFileSync(join(folder, 'notes.md'), 'notes');
    expect(await waitingOf(linked.id)).toMatchObject({
      state: 'failed',
      error: { code: 'file-wrong-shape' },
    });
    writeFileSync(join(folder, linked.file), 'x'.repeat(1024 * 1024 + 1));
    expect(await waitingOf(linked.id)).toMatchObject({ state: 'failed', error: { code: 'file-too-large' } });
    expect(await draftOf(linked.id)).toBeUndefined();
    expect(await textOf('mine.js')).toBe('// nobody’s');
    await edit(linked.file, linked.script);
    expect((await status()).waiting).toEqual([]);
  });

  it('with a manifest that is none, is of another tenant or leads outside touches nothing', async () => {
    const linked = await link();
    const manifest = await textOf('tenant-desk.json');
    const wrong = [
      '{',
      '{"files": []}',
      manifest.replace('"address": "http', '"address": "https://other.example/http'),
      manifest.replace(JSON.stringify(linked.file), '"../outside.js"'),
    ];
    for (const text of wrong) {
      await edit('tenant-desk.json', text);
      expect(await status()).toMatchObject({ error: { code: 'file-wrong-shape' } });
      expect(await textOf('tenant-desk.json')).toBe(text);
    }
    await edit('tenant-desk.json', manifest);
    expect((await status()).error).toBeUndefined();
  });

  it('that is unlinked still has the files, and is no longer watched', async () => {
    const linked = await link();
    await on.desk.call('linkedFolders.unlink', { tenantId, kind: 'script' });
    expect(await on.desk.call('linkedFolders.get', { tenantId, kind: 'script' })).toBeUndefined();
    await edit(linked.file, '// edited');
    const { plan } = await apply(linked, `${linked.script}\n// ours`);
    expect(await textOf(linked.file)).toBe('// edited');
    expect(await draftOf(linked.id)).toBeUndefined();
    await on.desk.apply({ from: 'undo', planId: plan.id });
  });
});
