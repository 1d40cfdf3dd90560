import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolderMemory } from './folder-memory.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folder-memory-'));
  file = join(folder, 'folders.json');
});

afterEach(() => rm(folder, { recursive: true }));

it('remembers a folder for each dialog across restarts', async () => {
  const [exports, imports] = [join(folder, 'exports'), join(folder, 'imports')];
  await mkdir(exports);
  await mkdir(imports);
  const memory = createFolderMemory(file);
  expect(await memory.find('save')).toBeUndefined();
  await memory.keep('save', exports);
  await memory.keep('open', imports);
  const later = createFolderMemory(file);
  expect([await later.find('save'), await later.find('open')]).toEqual([exports, imports]);
});

it('forgets a folder that no longer exists', async () => {
  const memory = createFolderMemory(file);
  await memory.keep('save', join(folder, 'gone'));
  expect(await memory.find('save')).toBeUndefined();
});

it('starts over if its file is unreadable, and works if nothing can be saved', async () => {
  await writeFile(file, '{"save":7}');
  expect(await createFolderMemory(file).find('save')).toBeUndefined();
  const nowhere = createFolderMemory(join(folder, 'missing', 'folders.json'));
  await nowhere.keep('save', folder);
  expect(await nowhere.find('save')).toBeUndefined();
});
