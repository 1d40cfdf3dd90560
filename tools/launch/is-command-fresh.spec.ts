import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildFiles, isCommandFresh } from './is-command-fresh.js';

let root: string;
const built = 'dist/command/';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fresh-'));
  for (const file of [...buildFiles, 'main/a.ts']) write(file, '', 1000);
  write(`${built}inputs.json`, '["main/a.ts"]', 2000);
  write(`${built}index.js`, '', 2000);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string, seconds: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  utimesSync(join(root, path), seconds, seconds);
}

const isFresh = (): boolean => isCommandFresh(pathToFileURL(join(root, built)), pathToFileURL(`${root}/`));

it('takes a command for fresh that is younger than all that is in it', () => {
  expect(isFresh()).toBe(true);
  // Not in it.
  write('main/b.ts', '', 3000);
  expect(isFresh()).toBe(true);
});

it.each(['main/a.ts', ...buildFiles])('sees that %s was changed, or deleted', (path) => {
  write(path, '', 3000);
  expect(isFresh()).toBe(false);
  write(path, '', 1000);
  expect(isFresh()).toBe(true);
  rmSync(join(root, path));
  expect(isFresh()).toBe(false);
});

it('takes no command for fresh that was not built, or not to its end', () => {
  rmSync(join(root, built, 'inputs.json'));
  expect(isFresh()).toBe(false);
  rmSync(join(root, built), { recursive: true });
  expect(isFresh()).toBe(false);
});
