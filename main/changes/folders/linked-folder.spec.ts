import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LocalState } from './local-state.ts';
import type { KnownFile } from './folder-store.ts';
import { FolderSync } from './linked-folder.ts';

let folder: string;
let reads: number;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'script-folder-')));
  reads = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Local data with the scripts of some applications, which records drafts. */
function aLocalState(scripts: Map<string, string>, names = new Map<string, string>()) {
  const known = new Map<string, KnownFile>();
  const drafts = new Map<string, string>();
  const local: LocalState = {
    tenant: { name: 'Acme', baseUrl: 'https://acme.example' },
    kind: {
      naming: { otherwise: 'script', extension: 'js' },
      manifest: {
        file: 'tenant-desk.json',
        format: 'tenant-desk/scripts',
        members: { id: 'applicationId', name: 'application' },
      },
    },
    items: async () =>
      [...scripts].map(([id, live]) => ({ id, name: names.get(id) ?? `Payroll ${id}`, live })),
    currentId: (id) => id,
    draft: (id) => drafts.get(id),
    makeDraft: ({ id }, text) => void drafts.set(id, text),
    storeText: () => void (reads += 1),
    storeDraft: () => undefined,
    isAppliedSince: () => false,
    files: () => known,
    put: (files) => files.forEach((file) => known.set(file.targetId, file)),
    now: () => 1,
  };
  return { local, drafts, known };
}

const many = (count: number) =>
  new Map(Array.from({ length: count }, (_each, index) => [`id${index}`, `// script ${index}`]));
const scriptFiles = () => readdirSync(folder).filter((name) => name.endsWith('.js'));

it('assigns 2,000 applications of the same name their own files, and checks them again without reading or writing any', async () => {
  const scripts = many(2000);
  const names = new Map(
    [...scripts.keys()].map((id, index) => [id, index % 2 === 0 ? 'Payroll' : 'PAYROLL']),
  );
  const { local, drafts } = aLocalState(scripts, names);
  const sync = new FolderSync(folder, local);
  await sync.look();
  expect(sync.status(false)).toMatchObject({ inFiles: 2000, total: 2000, waitingCount: 0 });
  expect(new Set(scriptFiles().map((name) => name.toLowerCase())).size).toBe(2000);
  expect(scriptFiles()).toContain('Payroll.js');

  const before = readdirSync(folder);
  const begun = performance.now();
  await sync.look();
  expect(performance.now() - begun).toBeLessThan(5000);
  expect(readdirSync(folder)).toEqual(before);
  writeFileSync(join(folder, 'Payroll.js'), '// edited');
  await sync.look();
  expect([...drafts.values()]).toEqual(['// edited']);
}, 120_000);

it('continues under the same names after it was interrupted', async () => {
  const scripts = many(3);
  const { local, known } = aLocalState(scripts);
  const failing = {
    ...local,
    items: async () =>
      (await local.items()).map((item) => (item.id === 'id2' ? { ...item, live: undefined } : item)),
  };
  await new FolderSync(folder, failing).look();
  expect(scriptFiles()).toHaveLength(2);
  // The results weren't stored, and one file wasn't started.
  known.clear();
  rmSync(join(folder, 'Payroll id1.js'));
  const sync = new FolderSync(folder, local);
  await sync.look();
  expect(scriptFiles().toSorted()).toEqual(['Payroll id0.js', 'Payroll id1.js', 'Payroll id2.js']);
  expect(sync.status(false)).toMatchObject({ inFiles: 3, waitingCount: 0 });
});

it('leaves no partial and no temporary file behind', async () => {
  const { local } = aLocalState(many(5));
  await new FolderSync(folder, local).look();
  expect(readdirSync(folder).filter((name) => !/^(Payroll id\d\.js|tenant-desk\.json)$/.test(name))).toEqual(
    [],
  );
});

it('finds a file whose name changed only in case', async () => {
  const { local, drafts } = aLocalState(many(2));
  const sync = new FolderSync(folder, local);
  await sync.look();
  const script = readFileSync(join(folder, 'Payroll id1.js'));
  rmSync(join(folder, 'Payroll id1.js'));
  writeFileSync(join(folder, 'PAYROLL ID1.js'), script);
  await sync.look();
  expect(sync.status(false).waiting).toEqual([]);
  writeFileSync(join(folder, 'PAYROLL ID1.js'), '// edited');
  await sync.look();
  expect([...drafts]).toEqual([['id1', '// edited']]);
});

it.runIf(process.platform === 'linux')('reports that a folder isn’t writable', async () => {
  const { local, known } = aLocalState(many(2));
  const sync = new FolderSync('/proc/sys', local);
  await sync.look();
  expect(sync.status(false)).toMatchObject({ error: { code: 'storage-failed' }, inFiles: 0 });
  expect(known.size).toBe(0);
});
