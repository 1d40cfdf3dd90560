import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseFileName } from './database-file.ts';
import { lockFileName, lockFolder } from './folder-lock.ts';
import { moveProfile, ownProfileFolder } from './move-profile.ts';

let root: string;
let from: string;
let to: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'move-profile-'));
  from = join(root, 'Roaming', 'Tenant Desk');
  to = join(root, 'Local', 'Tenant Desk');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(folder: string, text: string): void {
  mkdirSync(join(folder, 'results'), { recursive: true });
  writeFileSync(join(folder, databaseFileName), text);
  writeFileSync(join(folder, 'results', '1.sqlite'), text);
}

const textIn = (folder: string) => readFileSync(join(folder, databaseFileName), 'utf8');

it('moves the whole folder once', () => {
  write(from, 'mine');
  expect(moveProfile(from, to)).toBe(to);
  expect(textIn(to)).toBe('mine');
  expect(readFileSync(join(to, 'results', '1.sqlite'), 'utf8')).toBe('mine');
  expect(existsSync(from)).toBe(false);
  expect(moveProfile(from, to)).toBe(to);
});

it('copies what can’t be renamed, and leaves nothing of it', () => {
  write(from, 'mine');
  // Without a profile: a start that wrote only its log.
  mkdirSync(join(to, 'log'), { recursive: true });
  expect(moveProfile(from, to)).toBe(to);
  expect(textIn(to)).toBe('mine');
  expect(existsSync(from)).toBe(false);
  expect(readdirSync(join(root, 'Local'))).toEqual(['Tenant Desk']);
});

it('never replaces a profile', () => {
  write(from, 'old');
  write(to, 'new');
  expect(moveProfile(from, to)).toBe(to);
  expect([textIn(from), textIn(to)]).toEqual(['old', 'new']);
});

it('leaves a profile that is in use where it is', () => {
  write(from, 'mine');
  const lock = lockFolder(join(from, lockFileName), from);
  try {
    expect(moveProfile(from, to)).toBe(from);
    expect(existsSync(to)).toBe(false);
  } finally {
    lock.release();
  }
});

it('stays in the old place if it can’t be moved', () => {
  write(from, 'mine');
  writeFileSync(join(root, 'Local'), 'A file in place of the folder.');
  expect(moveProfile(from, to)).toBe(from);
  expect(textIn(from)).toBe('mine');
});

it('is the new place if there is nothing to move', () => {
  expect(moveProfile(from, to)).toBe(to);
});

it('moves only on Windows', () => {
  write(from, 'mine');
  const env = { APPDATA: join(root, 'Roaming'), LOCALAPPDATA: join(root, 'Local'), XDG_DATA_HOME: root };
  expect(ownProfileFolder({ platform: 'linux', env, homeFolder: root })).toBe(join(root, 'tenant-desk'));
  expect(existsSync(from)).toBe(true);
  expect(ownProfileFolder({ platform: 'win32', env, homeFolder: root })).toBe(to);
  expect(textIn(to)).toBe('mine');
});
