import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noPolicy } from '../../main/platform/policy/managed-policy.ts';
import type { Services } from '../../main/app/services.ts';
import { createServices } from '../../main/app/services.ts';
import { databaseFileName } from '../../main/platform/storage/database-file.ts';
import type { SecretVault } from '../../main/platform/secrets/secret-vault.ts';
import type { FileHost } from '../fakes/file-host.ts';
import { createFileHost } from '../fakes/file-host.ts';
import { callContext, makeTemporaryFolder } from '../integration/desk-foundation.ts';
import { createTestVault } from '../integration/desk-on-tenant.ts';
import { findInFolder } from './find-in-folder.ts';

const header = 'clear-header-4b1d7e';
const address = 'q8ZrVwXyLmNoPq7sTuAbCdEf';
const discarded = 'clear-discarded-9c2f';
const secrets = [header, address, discarded];
const fixture = new URL('../fixtures/profiles/0.1.0/desk.sql', import.meta.url);

/** The profile of 0.1.0 with credentials where that version had them in clear, and a draft that it deleted. */
function leaveProfile(folder: string): void {
  const sql = readFileSync(fixture, 'utf8')
    .replaceAll('X-Team: identity', `X-Team: ${header}`)
    .replaceAll('https://hooks.acme.example/alerts', `https://hooks.slack.com/services/T0/B0/${address}`);
  const database = new DatabaseSync(join(folder, databaseFileName));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = OFF');
  database.exec(sql);
  const draft = JSON.stringify({ url: '', headers: `X-JWT: ${discarded}`, filler: 'x'.repeat(20_000) });
  database
    .prepare(
      'INSERT INTO drafts (tenant_id, kind, target_id, title, content, saved_at) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run('acme', 'webhook', 'new:deleted', 'Deleted', draft, 1);
  database.exec(`DELETE FROM drafts WHERE target_id = 'new:deleted'`);
  database.close();
}

describe('a profile in which an earlier version left credentials in plain text', () => {
  const folder = makeTemporaryFolder();
  const vault = createTestVault();
  let host: FileHost;
  let services: Services;

  async function start(openVault: () => Promise<SecretVault>): Promise<void> {
    host = createFileHost();
    services = await createServices({
      host,
      profileFolder: folder,
      version: '0.0.0-test',
      policy: noPolicy,
      openVault,
    });
    await services.start();
  }

  beforeAll(async () => {
    leaveProfile(folder);
    expect(findInFolder(folder, secrets)).toHaveLength(secrets.length);
    const locked = { ...vault, get: () => Promise.reject(new Error('locked')), set: () => Promise.reject(new Error('locked')) }; // prettier-ignore
    await start(async () => locked);
    await services.stop();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('loses none of them while the keychain is locked', () => {
    expect(findInFolder(folder, [header, address]).length).toBeGreaterThan(0);
  });

  it('has none of them in any byte of any file after the first start with a keychain, free pages included', async () => {
    await start(async () => vault);
    // While it is open: the write-ahead log is a file of the folder, too.
    expect(findInFolder(folder, secrets)).toEqual([]);
    await services.stop();
    expect(findInFolder(folder, secrets)).toEqual([]);
    expect(findInFolder(folder, ['hooks.slack.com'])).not.toEqual([]);
  });

  it('exports its history without them, and still has them for drafts and undo', async () => {
    await start(async () => vault);
    const call = services.handlers;
    await call['history.export']({}, callContext());
    const exported = new TextDecoder().decode(host.saved[0]?.bytes);
    expect(exported).toContain('hooks.slack.com/services/••••');
    for (const secret of secrets) expect(exported).not.toContain(secret);

    const key = { tenantId: 'acme', kind: 'webhook', targetId: 'new:0b8f' };
    const draft = await call['drafts.get'](key, callContext());
    expect(draft?.state).toMatchObject({ headers: expect.stringMatching(/^X-Team: ••••[0-9a-f]{8}$/) });
    const { url } = draft?.state as { url: string };
    const revealed = await call['webhooks.revealAddress']({ tenantId: 'acme', url }, callContext());
    expect(revealed).toBe(`https://hooks.slack.com/services/T0/B0/${address}`);
    expect(await vault.get({ tenantId: 'acme', kind: 'header-values' })).toContain(header);
    await services.stop();
  });
});
