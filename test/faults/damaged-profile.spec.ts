import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { DraftSummary } from '../../contract/changes/drafts.ts';
import { databaseFileName } from '../../main/platform/storage/database-file.ts';
import type { FaultyDesk } from './faulty-desk.ts';
import { startFaultyDesk } from './faulty-desk.ts';
import { openUnderLimit } from './under-limit.ts';
import { makeFastFolder } from './faulty-tenant.ts';

const pageSize = 4096;
const draftCount = 40;
/** Rows of one table that lie on one page of this profile. */
const maxOnPage = 6;
/** A sample of the pages, and all pages that point to others. */
const share = process.env['FAULTS'] === 'all' ? 1 : 6;
const scriptOf = (index: number): string => `// ${index} ${'script '.repeat(50 + 40 * index)}`;

let folder: string;
/** A profile with drafts and history, whole and closed. */
let whole: string;
/** The one that the spec damages. */
let profile: string;

function open(at = profile): FaultyDesk {
  return startFaultyDesk({
    // No tenant responds: this data is on disk.
    baseUrl: 'http://127.0.0.1:9',
    folder: at,
    tokens: { get: async () => 'token', replace: async () => 'token' },
    pause: async () => undefined,
  });
}

beforeAll(async () => {
  folder = makeFastFolder();
  whole = join(folder, 'whole');
  mkdirSync(whole, { mode: 0o700 });
  const fixture = new URL('../fixtures/profiles/0.1.0/desk.sql', import.meta.url);
  const database = new DatabaseSync(join(whole, databaseFileName));
  database.exec(readFileSync(fixture, 'utf8'));
  database.exec('DELETE FROM drafts');
  database.close();
  await using desk = open(whole);
  for (let index = 0; index < draftCount; index += 1) {
    await desk.call('drafts.save', draftAt(desk, index));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => renewProfile());

function renewProfile(): void {
  profile = join(folder, 'damaged');
  rmSync(profile, { recursive: true, force: true });
  mkdirSync(profile, { mode: 0o700 });
  copyFileSync(join(whole, databaseFileName), join(profile, databaseFileName));
}

function damage(page: number, how: (page: Buffer) => void): void {
  const file = join(profile, databaseFileName);
  const bytes = readFileSync(file);
  how(bytes.subarray((page - 1) * pageSize, page * pageSize));
  writeFileSync(file, bytes);
}

const pageCount = (): number => readFileSync(join(whole, databaseFileName)).byteLength / pageSize;
/** First page of the tree of a table or index. */
function rootOf(name: string): number {
  const database = new DatabaseSync(join(whole, databaseFileName), { readOnly: true });
  const row = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name);
  database.close();
  return Number(row?.['rootpage']);
}
const damagedCopies = (): readonly string[] =>
  readdirSync(profile).filter((name) => name.includes('.damaged-'));

function draftAt({ tenantId }: FaultyDesk, index: number) {
  return {
    tenantId,
    kind: 'script',
    targetId: `application-${index}`,
    base: { application: `Application ${index}`, script: '' },
    state: { application: `Application ${index}`, script: scriptOf(index) },
    revision: null,
  };
}

async function reportOf() {
  await using desk = open();
  return desk.damage();
}

/** The drafts that are as they were typed. */
async function sound(desk: FaultyDesk): Promise<readonly DraftSummary[]> {
  const drafts = await desk.call('drafts.list', { tenantId: desk.tenantId });
  const read = await Promise.all(
    drafts.map((draft) => desk.call('drafts.get', draftKey(draft)).catch(() => undefined)),
  );
  return drafts.filter((draft, index) => {
    const number = Number(draft.targetId.split('-')[1]);
    const state = read[index]?.state as { script: string } | undefined;
    return state?.script === scriptOf(number);
  });
}
const draftKey = ({ tenantId, kind, targetId }: DraftSummary) => ({ tenantId, kind, targetId });

/** Pages that lead to all rows of a table; their loss can only be reported, not itemized. */
function keyPages(): ReadonlySet<number> {
  const database = new DatabaseSync(join(whole, databaseFileName), { readOnly: true });
  const rows = database
    .prepare("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema' OR pagetype = 'internal'")
    .all();
  database.close();
  return new Set([...rows.map(({ pageno }) => Number(pageno)), rootOf('plans'), rootOf('tenants')]);
}

interface Holdings {
  readonly drafts: number;
  readonly entries: number;
  readonly items: number;
  /** Drafts that are listed as damaged, one by one. */
  readonly unreadable: number;
}

async function look(): Promise<Holdings> {
  await using desk = open();
  const drafts = (await sound(desk)).length;
  const history = await desk.call('history.list', {});
  const plans = history.flatMap((entry) => (entry.isReadable ? [entry.plan] : []));
  let items = 0;
  for (const { id } of plans)
    items += (await desk.call('changes.items', { planId: id, offset: 0, limit: 100 })).total;
  await desk.call('queryLibrary.list', { tenantId: desk.tenantId });
  await desk.call('drafts.save', { ...draftAt(desk, 0), targetId: 'another', revision: null });
  const listed = await desk.call('drafts.list', { tenantId: desk.tenantId });
  const unreadable = listed.filter((draft) => draft.unreadable !== undefined).length;
  return { drafts, entries: history.length, items, unreadable };
}

describe('a profile whose database is damaged', () => {
  it.each([
    ['overwritten', (bytes: Buffer) => bytes.fill(0xa5)],
    ['zeroed', (bytes: Buffer) => bytes.fill(0)],
  ])(
    'opens and keeps working whichever page was %s, and reports the lost drafts and history',
    async (_how, overwrite) => {
      const problems: string[] = [];
      const key = keyPages();
      const before = await look();
      expect(before).toEqual({ drafts: draftCount, entries: 16, items: 19, unreadable: 0 });
      for (let page = 1; page <= pageCount(); page += 1) {
        if (page % share !== 0 && !key.has(page)) continue;
        renewProfile();
        damage(page, overwrite);
        try {
          const after = await look();
          const report = await reportOf();
          for (const [what, had, has] of [
            ['drafts', before.drafts, after.drafts],
            ['plans and history entries', before.entries, after.entries],
            ['changes in them', before.items, after.items],
          ] as const) {
            const damageRecord = report?.records.find((record) => record.what === what);
            const isReadable =
              damageRecord !== undefined && (damageRecord.mayLackMore || damageRecord.lost === had - has);
            const isShown = what === 'drafts' && after.unreadable === had - has;
            if (had !== has && !isReadable && !isShown)
              problems.push(`page ${page}: ${has} of ${had} ${what}, and it was not said`);
            if (had - has > maxOnPage && !key.has(page))
              problems.push(`page ${page}: only ${has} of ${had} ${what}`);
          }
          if (report !== undefined && !damagedCopies().includes(report.savedAs))
            problems.push(`page ${page}: not kept`);
        } catch (error) {
          problems.push(
            `page ${page}: ${error instanceof DeskFailure ? JSON.stringify(error.error) : String(error)}`,
          );
        }
      }
      expect(problems).toEqual([]);
    },
  );

  it('keeps serving all other data when a page is damaged while open, and is saved at the next start', async () => {
    {
      await using desk = open();
      damage(rootOf('drafts'), (bytes) => bytes.fill(0xa5));
      await expect(desk.call('drafts.list', {})).rejects.toMatchObject({
        code: 'storage-damaged',
        message: expect.stringContaining('Restart Tenant Desk'),
      });
      expect(await desk.call('history.list', {})).toHaveLength(16);
      expect((await desk.call('queryLibrary.list', { tenantId: desk.tenantId })).queries).toHaveLength(1);
      desk.crash();
    }
    await using again = open();
    expect(again.damage()?.savedAs).toBe(damagedCopies()[0]);
    expect(await again.call('drafts.list', {})).toEqual([]);
  });

  it('never mistakes a draft for an earlier one, although the last draft number is lost', async () => {
    const earlier = open(whole);
    const [{ revision: last } = { revision: 0 }] = await earlier.call('drafts.list', {});
    await earlier[Symbol.asyncDispose]();
    damage(rootOf('draft_revisions'), (bytes) => bytes.fill(0));
    await using desk = open();
    const saved = await desk.call('drafts.save', { ...draftAt(desk, 0), targetId: 'another' });
    expect(saved.revision).toBeGreaterThan(last);
  });

  it.skipIf(process.platform === 'win32')(
    'stays unchanged if the disk has no space to save it, and reports how much is needed',
    async () => {
      damage(rootOf('plan_items'), (bytes) => bytes.fill(0xa5));
      const before = readFileSync(join(profile, databaseFileName));
      expect(await openUnderLimit(profile, 100)).toMatchObject({
        code: expect.stringMatching(/^storage-(full|unwritable)$/),
      });
      expect(readFileSync(join(profile, databaseFileName)).equals(before)).toBe(true);
      expect(readdirSync(profile).filter((name) => /salvag|damaged/.test(name))).toEqual([]);
      await using desk = open();
      expect(desk.damage()).toBeDefined();
    },
  );
});
