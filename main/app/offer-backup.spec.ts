import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RelaunchOptions } from 'electron';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failure } from '../platform/errors/failure.ts';
import { NewerProfile } from '../platform/storage/profile-backups.ts';
import { showFatal } from './offer-backup.ts';

const date = '2026-11-20T10-30-00';
let root: string;
let file: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'offer-backup-'));
  file = join(root, `desk.sqlite.before-update-${date}`);
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
  rmSync(`${root}-${date}`, { recursive: true, force: true });
});

function newer(hasBackup = true): NewerProfile {
  return new NewerProfile(
    failure('profile-version-unknown', 'A newer version wrote it. Update Tenant Desk.'),
    hasBackup ? { file, madeAt: Date.UTC(2026, 10, 20, 10, 30) } : undefined,
  );
}

function show(error: unknown, chosen = 0, args: readonly string[] = []) {
  const relaunches: (RelaunchOptions | undefined)[] = [];
  const errorBoxes: string[] = [];
  const dialog = {
    showErrorBox: (_title: string, text: string) => void errorBoxes.push(text),
    showMessageBoxSync: () => chosen,
  };
  showFatal({ app: { relaunch: (options) => void relaunches.push(options) }, dialog, args }, error);
  return { relaunches, errorBoxes };
}

it.each([[['--profile', '/old']], [['--profile=/old']], [[]]])(
  'starts again with the copy in place of the profile of %j',
  (named) => {
    writeFileSync(file, 'a database');
    const { relaunches } = show(newer(), 0, ['/app', ...named, '/a.tdchanges']);
    expect(relaunches).toEqual([{ args: ['/app', '/a.tdchanges', '--profile', `${root}-${date}`] }]);
    expect(readdirSync(`${root}-${date}`)).toEqual(['desk.sqlite']);
  },
);

it('only ends if the user doesn’t want the copy', () => {
  writeFileSync(file, 'a database');
  expect(show(newer(), 1)).toEqual({ relaunches: [], errorBoxes: [] });
});

it('says why the copy couldn’t be made', () => {
  const { relaunches, errorBoxes } = show(newer());
  expect(relaunches).toEqual([]);
  expect(errorBoxes).toEqual([expect.stringMatching(/^The copy couldn’t be made\. ENOENT/)]);
});

it('says what to do if there is no backup', () => {
  expect(show(newer(false)).errorBoxes).toEqual(['A newer version wrote it. Update Tenant Desk.']);
});

it('shows any other error', () => {
  expect(show(new Error('No space.')).errorBoxes).toEqual(['No space.']);
});
