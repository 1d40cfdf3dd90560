import { DatabaseSync } from 'node:sqlite';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseFileName } from '../../../main/platform/storage/database-file.ts';
import { editFile, tdeskOn } from '../../builders/pulled-folder.ts';
import type { FaultyTenant } from '../../faults/faulty-tenant.ts';
import { startFaultyTenant } from '../../faults/faulty-tenant.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const work = makeTemporaryFolder();
let tenant: FaultyTenant;
beforeAll(async () => {
  tenant = await startFaultyTenant();
});
afterAll(async () => {
  await tenant[Symbol.asyncDispose]();
  rmSync(work, { recursive: true });
});

/** Windows in which a person is asked whether a change stays. */
function openQuestions(state: string): number {
  const database = new DatabaseSync(join(state, databaseFileName), { readOnly: true });
  const row = database.prepare('SELECT count(*) AS count FROM provisional_plans').get();
  database.close();
  return Number(row?.['count']);
}

describe('trusted origins that the command applied', () => {
  it('stay: no question is left that reverts them when no one responds', async () => {
    const [folder, state] = [join(work, 'folder'), join(work, 'state')];
    const { json } = tdeskOn(tenant, state);
    await json(['pull', folder]);
    editFile(folder, 'origins.json', (text) => text.replace('[', '[\n    "ours.example",'));
    expect(await json(['apply', folder])).toMatchObject({ state: 'finished' });
    expect(openQuestions(state)).toBe(0);
    expect(tenant.read().origins).toContain('ours.example');
  });

  it('stay after a kill at the end of the run, too', async () => {
    const [folder, state] = [join(work, 'killed'), join(work, 'killed-state')];
    const { json } = tdeskOn(tenant, state);
    await json(['pull', folder]);
    editFile(folder, 'origins.json', (text) => text.replace('[', '[\n    "killed.example",'));
    const { run } = await json(['apply', folder]);
    // As the killed run leaves it.
    const database = new DatabaseSync(join(state, databaseFileName));
    database.prepare("INSERT INTO provisional_plans VALUES (?, 'waiting', 0, NULL)").run(run);
    database.close();
    expect(await json(['plan', folder])).toMatchObject({ items: [] });
    expect(tenant.read().origins).toContain('killed.example');
    expect(openQuestions(state)).toBe(0);
  });
});
