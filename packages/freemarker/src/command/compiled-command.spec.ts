import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compiledCommand } from './compiled-command.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compiled-command-'));
  mkdirSync(join(folder, 'sources', 'deep'), { recursive: true });
  writeFileSync(join(folder, 'sources', 'deep', 'a.ts'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

function find(): URL | undefined {
  return compiledCommand(pathToFileURL(join(folder, 'built.js')), pathToFileURL(join(folder, 'sources/')));
}

it('finds nothing where nothing was compiled', () => {
  expect(find()).toBeUndefined();
});

it('finds what is younger than every source, and not what is older than one', () => {
  const built = join(folder, 'built.js');
  writeFileSync(built, '');
  utimesSync(join(folder, 'sources', 'deep', 'a.ts'), 100, 100);
  utimesSync(built, 200, 200);
  expect(find()?.href).toBe(pathToFileURL(built).href);
  utimesSync(join(folder, 'sources', 'deep', 'a.ts'), 300, 300);
  expect(find()).toBeUndefined();
});
