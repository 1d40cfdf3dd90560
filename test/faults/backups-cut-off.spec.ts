import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAt } from '../../main/platform/host/open-at.ts';
import type { TestProfile } from '../builders/a-profile.ts';
import { aProfile } from '../builders/a-profile.ts';
import type { CutOff } from './cut-off-backup.ts';
import { addManyQueries, doUnderLimit, killDuring, manyQueries } from './cut-off-backup.ts';
import { makeFastFolder } from './faulty-tenant.ts';
import { createKillPoints } from './kill-points.ts';

/** Some of the rounds of `FAULTS=all`, always the same ones. */
const rounds = process.env['FAULTS'] === 'all' ? 20 : 2;
const killPoints = createKillPoints(37);
const before = 'the backup before';

let folder: string;
/** A profile with many queries, one with a single other query, and a backup of the first. */
let [full, small, complete] = ['', '', ''];
/** What a backup takes here, in milliseconds. */
let durationMs = 0;

beforeAll(async () => {
  folder = makeFastFolder();
  [full, small, complete] = [join(folder, 'full'), join(folder, 'small'), join(folder, 'complete.tdbackup')];
  for (const each of [full, small]) {
    const profile = await aProfile({ folder: each });
    const name = each === full ? 'There' : 'Here';
    await profile.call('queryLibrary.add', { name, text: 'select 1', folderId: null });
    await profile[Symbol.asyncDispose]();
  }
  addManyQueries(full);
  await using profile = await aProfile({ folder: full });
  const startedAt = performance.now();
  const { bytes } = await profile.backUp();
  durationMs = performance.now() - startedAt;
  writeFileSync(complete, bytes);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How many queries a backup has. */
async function queriesIn({ host, call }: TestProfile, file: string): Promise<number | undefined> {
  host.fileToOpen = await openAt(file, 100_000_000);
  const opened = await call('backup.open', undefined);
  if (opened?.state !== 'readable') throw new Error('It is not readable.');
  await call('backup.close', { id: opened.id });
  return opened.others.find(({ section }) => section === 'queries')?.total;
}

const queriesOf = async ({ call }: TestProfile): Promise<readonly string[]> =>
  (await call('queryLibrary.list', { tenantId: 'any' })).queries.map(({ name }) => name);

const cutOffs = Array.from({ length: rounds }, () => killPoints.next()).map(({ at, side }, round) => ({
  ...{ at, side, round },
}));

describe('a backup that is killed', { timeout: 120_000 }, () => {
  it.each(cutOffs)(
    'leaves the file before, or is complete; the next one works (at $at)',
    async ({ at, round }) => {
      const place = join(folder, `backup-${round}`);
      mkdirSync(place);
      const file = join(place, 'profile.tdbackup');
      writeFileSync(file, before);
      const last = await killDuring(
        { does: 'back up', folder: full, file },
        { step: 'ready', afterMs: at * durationMs },
      );
      expect(readdirSync(place).filter((name) => !/^\..*\.part$/.test(name))).toEqual(['profile.tdbackup']);
      await using profile = await aProfile({ folder: full });
      if (readFileSync(file, 'utf8') === before) expect(last).toBe('ready');
      else expect(await queriesIn(profile, file)).toBe(manyQueries + 1);
      writeFileSync(file, (await profile.backUp()).bytes);
      expect(await queriesIn(profile, file)).toBe(manyQueries + 1);
    },
  );
});

describe('a restore that is killed', { timeout: 120_000 }, () => {
  it.each(cutOffs)(
    'leaves everything or nothing of it, and the automatic backup (at $at, $side)',
    async ({ at, side, round }) => {
      const target = join(folder, `restore-${round}`);
      cpSync(small, target, { recursive: true });
      const cutOff: CutOff = {
        step: side < 0.3 ? 'ready' : 'restoring',
        afterMs: at * durationMs,
      };
      const last = await killDuring({ does: 'restore', folder: target, file: complete }, cutOff);
      await using profile = await aProfile({ folder: target });
      const found = await queriesOf(profile);
      expect([1, manyQueries + 2]).toContain(found.length);
      expect(found).toContain('Here');
      if (last === 'done') expect(found).toHaveLength(manyQueries + 2);
      const backups = join(target, 'backups');
      const automatic = existsSync(backups) ? readdirSync(backups).filter((name) => !/^\./.test(name)) : [];
      for (const name of automatic) expect(await queriesIn(profile, join(backups, name))).toBe(1);
      if (found.length > 1) expect(automatic).toHaveLength(1);
      expect(readdirSync(target).filter((name) => name.startsWith('desk.restore'))).toEqual([]);

      if (found.length > 1) return;
      profile.host.fileToOpen = await openAt(complete, 100_000_000);
      const id = (await profile.call('backup.open', undefined))?.id ?? '';
      await profile.call('backup.restore', { id, existing: 'replace', settings: true });
      expect(await queriesOf(profile)).toHaveLength(manyQueries + 2);
    },
  );
});

describe.skipIf(process.platform === 'win32')('on a disk that is full', { timeout: 120_000 }, () => {
  it('a backup leaves the file before and nothing else, and says why', async () => {
    const place = join(folder, 'full-disk');
    mkdirSync(place);
    const file = join(place, 'profile.tdbackup');
    writeFileSync(file, before);
    expect(await doUnderLimit({ does: 'back up', folder: full, file }, 500)).toMatchObject({
      code: 'storage-full',
      message: expect.stringMatching(/^profile\.tdbackup was not saved: the disk.* is full\./),
    });
    expect(readdirSync(place)).toEqual(['profile.tdbackup']);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('a restore changes nothing, leaves nothing, and says why', async () => {
    const target = join(folder, 'restore-full');
    cpSync(small, target, { recursive: true });
    // Less than the content of the backup takes while it is checked.
    expect(await doUnderLimit({ does: 'restore', folder: target, file: complete }, 1000)).toMatchObject({
      code: expect.stringMatching(/^storage-(full|unwritable)$/),
    });
    await using profile = await aProfile({ folder: target });
    expect(await queriesOf(profile)).toEqual(['Here']);
    expect(readdirSync(target).filter((name) => name.startsWith('desk.restore'))).toEqual([]);
  });
});
