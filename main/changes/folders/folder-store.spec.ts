import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createFolderStore, folderSchemaSteps } from './folder-store.ts';

it('preserves script folders that an earlier version linked', () => {
  const database = new DatabaseSync(':memory:');
  const [first = '', ...later] = folderSchemaSteps.steps;
  database.exec(first);
  database.exec(`INSERT INTO script_folders VALUES ('acme', '/scripts');
    INSERT INTO script_files VALUES ('acme', 'a1', 'base', 'taken', 7)`);
  for (const step of later) database.exec(step);
  const store = createFolderStore(database);
  expect(store.all()).toEqual([{ tenantId: 'acme', kind: 'script' }]);
  expect(store.folder('acme', 'script')).toBe('/scripts');
  expect(store.folder('acme', 'webhook')).toBeUndefined();
  expect(store.files('acme', 'script')).toEqual([
    { targetId: 'a1', base: 'base', taken: 'taken', takenAt: 7 },
  ]);
  store.link('acme', 'webhook', '/webhooks');
  store.unlink('acme', 'script');
  expect(store.all()).toEqual([{ tenantId: 'acme', kind: 'webhook' }]);
});
