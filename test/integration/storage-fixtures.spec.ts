import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseFileName } from '../../main/platform/storage/database-file.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, fromDrafts, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;

describe.each(['0.1.0'])('a profile that version %s left', (version) => {
  let folder: string;
  let desk: DeskOnTenant;

  beforeEach(async () => {
    folder = makeTemporaryFolder();
    const names = (await on.tenant.rules()).map(({ name }) => name);
    for (const wanted of [
      aWebhook({
        name: `Made by ${version}`,
        headers: 'X-Team: identity',
        requestBody: '{"replaced": true}',
        enabled: false,
      }),
      aWebhook({ name: 'Open 1', headers: 'X-Team: identity', requestBody: '{"from": "Open 1"}' }),
    ]) {
      if (!names.includes(wanted.name)) await on.desk.apply(create('webhook', wanted));
    }
    await loadFixture(version, folder);
    desk = startDesk({ folder, baseUrl: on.network.baseUrl, accessToken: on.tenant.accessToken });
  });
  afterEach(async () => {
    await desk[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows its whole history, each entry with its items', async () => {
    const entries = await desk.call('history.list', {});
    expect(entries).toHaveLength(16);
    expect(entries.every(({ isReadable }) => isReadable)).toBe(true);
    const plans = await desk.history();
    const states = new Set<string>();
    for (const plan of plans) {
      expect(plan).toMatchObject({ state: 'finished', appliedBy: 'Ada Admin', tenantName: 'Acme' });
      expect(plan.title).not.toBe('');
      const items = await desk.itemsOf(plan.id);
      expect(items).toHaveLength(plan.total);
      for (const item of items) {
        states.add(item.state);
        expect(item.parts.length).toBeGreaterThan(0);
        expect(item.target.name).not.toBe('');
      }
    }
    expect([...states].toSorted()).toEqual(['left-out', 'taken-back', 'unknown', 'verified']);
    expect(plans.filter(({ origin }) => origin.type === 'undo')).not.toHaveLength(0);
    const exported = await desk.call('history.export', {});
    expect(exported?.count).toBe(plans.reduce((sum, { total }) => sum + total, 0));
    // Nothing of an earlier version is sent again.
    expect(await desk.open()).toEqual([]);
  });

  it('has the scripts that it applied as versions', async () => {
    const items = (await Promise.all((await desk.history()).map(({ id }) => desk.itemsOf(id)))).flat();
    const scripts = items.filter((item) => item.target.kind === 'script' && item.state === 'verified');
    expect(scripts.length).toBeGreaterThan(0);
    for (const { target } of scripts) {
      const [newest] = await desk.call('versions.list', {
        tenantId: desk.tenantId,
        kind: 'script',
        targetId: target.id,
      });
      expect(newest).toMatchObject({ author: 'Ada Admin' });
      const version = await desk.call('versions.get', { tenantId: desk.tenantId, id: newest?.id ?? 0 });
      expect(version.state).toMatchObject({ script: expect.any(String) });
    }
  });

  it('offers to undo reversible changes, and does it', async () => {
    const undoable = (await desk.history()).filter(({ isUndoable }) => isUndoable);
    const kinds = new Set(undoable.flatMap(({ targets }) => targets.map(({ kind }) => kind)));
    expect(kinds).toContain('script');
    expect(kinds).toContain('webhook');
    for (const { id, title } of undoable) {
      const planned = await desk.plan(undo(id)).catch((error: unknown) => error);
      expect([title, planned]).toEqual([
        title,
        expect.objectContaining({ origin: { type: 'undo', planId: id } }),
      ]);
    }

    const replaced = undoable.find(({ title }) => title.startsWith('Replace webhook'));
    const { items } = await desk.apply(undo(replaced?.id ?? ''));
    expect(items).toMatchObject([{ state: 'verified', target: { name: `Made by ${version}` } }]);
    const webhook = (await desk.webhooks()).find(({ name }) => name === `Made by ${version}`);
    // It was disabled after it was replaced, which is not what is undone.
    expect(webhook).toMatchObject({ requestBody: `{"from": "Made by ${version}"}`, activation: 'disabled' });
  });

  it('has every draft: each opens and can be applied, or has a reason', async () => {
    const drafts = await desk.call('drafts.list', {});
    expect(drafts.map(({ kind }) => kind).toSorted()).toEqual([
      'application',
      'origins',
      'query',
      'script',
      'webhook',
      'webhook',
    ]);
    for (const { tenantId, kind, targetId, unreadable } of drafts) {
      expect([kind, unreadable]).toEqual([kind, undefined]);
      expect(await desk.call('drafts.get', { tenantId, kind, targetId })).toMatchObject({ kind, targetId });
    }
    const toApply = drafts.filter(({ kind }) => kind !== 'query');
    for (const draft of toApply) {
      const plan = await desk.plan(fromDrafts(draft));
      expect([draft.kind, plan.undecided, plan.changing]).toEqual([draft.kind, 0, 1]);
      const { items } = await desk.applyPlan(plan);
      expect(items.map(({ state, error }) => [draft.kind, state, error])).toEqual([
        [draft.kind, 'verified', undefined],
      ]);
    }
    expect((await desk.call('drafts.list', {})).map(({ kind }) => kind)).toEqual(['query']);
    const rules = await on.tenant.rules();
    expect(rules.filter(({ description }) => description.trimEnd() === `Typed in ${version}`)).toHaveLength(
      1,
    );
    expect(rules.filter(({ name }) => name === `Typed in ${version}`)).toHaveLength(1);
    const { data } = await desk.call('applications.list', read);
    expect(data.filter(({ description }) => description === `Typed in ${version}`)).toHaveLength(1);
  });

  it('has its saved queries and offline copies', async () => {
    expect(await desk.call('queryLibrary.list', { tenantId: desk.tenantId })).toMatchObject({
      folders: [],
      queries: [{ name: 'All roles', description: '', folderId: null, tenantId: null, revision: 1 }],
    });
    expect(await desk.call('queries.history', { tenantId: desk.tenantId })).toHaveLength(1);
    on.network.setFaults(() => ({ kind: 'answer', status: 503, body: '', contentType: 'text/plain' }));
    const roles = await desk.call('roles.list', read);
    expect(roles.source).toBe('cache');
    expect(roles.data.length).toBeGreaterThan(5);
  });
});

/** Creates the profile's database from its text, about the items of the current tenant. */
async function loadFixture(version: string, folder: string): Promise<void> {
  const url = new URL(`../fixtures/profiles/${version}/desk.sql`, import.meta.url);
  let sql = readFileSync(url, 'utf8');
  const idsByName = new Map<string, string>([
    ...(await on.tenant.rules()).map(({ name, policy_id }) => [`webhook ${name}`, policy_id] as const),
    ...(await on.desk.call('applications.list', read)).data.map(
      ({ name, id }) => [`application ${name}`, id] as const,
    ),
    ['the tenant', on.tenant.baseUrl] as const,
  ]);
  const lines = [...sql.matchAll(/^-- {3}(\S+) (.+)$/gm)];
  if (lines.length === 0) throw new Error(`${url.pathname} lists no things.`);
  for (const [, then = '', name = ''] of lines) {
    const now = idsByName.get(name);
    if (now === undefined) throw new Error(`The tenant has no ${name}.`);
    sql = sql.replaceAll(then, now);
  }
  const database = new DatabaseSync(join(folder, databaseFileName));
  database.exec(sql);
  database.close();
}
