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

/** A desk that has the scripts of so many applications, and remembers what it made drafts. */
function aDesk(scripts: Map<string, string>, names = new Map<string, string>()) {
  const known = new Map<string, KnownFile>();
  const drafts = new Map<string, string>();
  const side: LocalState = {
    tenant: { name: 'Acme', baseUrl: 'https://acme.example' },
    kind: {
      naming: { otherwise: 'script', extension: 'js' },
      manifest: {
        file: 'tenant-desk.json',
        format: 'tenant-desk/scripts',
        members: { id: 'applicationId', name: 'application' },
      },
    },
    things: async () =>
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
  return { side, drafts, known };
}

const many = (count: number) =>
  new Map(Array.from({ length: count }, (_each, index) => [`id${index}`, `// script ${index}`]));
const scriptFiles = () => readdirSync(folder).filter((name) => name.endsWith('.js'));

it('keeps 2,000 applications of one name apart, and looks at them again without reading or writing one', async () => {
  const scripts = many(2000);
  const names = new Map(
    [...scripts.keys()].map((id, index) => [id, index % 2 === 0 ? 'Payroll' : 'PAYROLL']),
  );
  const { side, drafts } = aDesk(scripts, names);
  const sync = new FolderSync(folder, side);
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

it('that was stopped in the middle goes on under the same names', async () => {
  const scripts = many(3);
  const { side, known } = aDesk(scripts);
  const failing = {
    ...side,
    things: async () =>
      (await side.things()).map((thing) => (thing.id === 'id2' ? { ...thing, live: undefined } : thing)),
  };
  await new FolderSync(folder, failing).look();
  expect(scriptFiles()).toHaveLength(2);
  // The desk did not come to writing down what it had done, and one file was not begun.
  known.clear();
  rmSync(join(folder, 'Payroll id1.js'));
  const sync = new FolderSync(folder, side);
  await sync.look();
  expect(scriptFiles().toSorted()).toEqual(['Payroll id0.js', 'Payroll id1.js', 'Payroll id2.js']);
  expect(sync.status(false)).toMatchObject({ inFiles: 3, waitingCount: 0 });
});

it('leaves no half file and no file of its own behind', async () => {
  const { side } = aDesk(many(5));
  await new FolderSync(folder, side).look();
  expect(readdirSync(folder).filter((name) => !/^(Payroll id\d\.js|tenant-desk\.json)$/.test(name))).toEqual(
    [],
  );
});

it('finds a file whose name changed only in case', async () => {
  const { side, drafts } = aDesk(many(2));
  const sync = new FolderSync(folder, side);
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

it.runIf(process.platform === 'linux')(
  'says of a folder in which nobody may write that it is so',
  async () => {
    const { side, known } = aDesk(many(2));
    const sync = new FolderSync('/proc/sys', side);
    await sync.look();
    expect(sync.status(false)).toMatchObject({ error: { code: 'storage-failed' }, inFiles: 0 });
    expect(known.size).toBe(0);
  },
);
