import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { tenantSchemaSteps } from '../../tenants/tenant-store.ts';
import { createSampleStore, sampleSchemaSteps } from './sample-store.ts';

it('keeps no sample of a tenant that was removed', () => {
  const database = new DatabaseSync(':memory:');
  for (const step of [...tenantSchemaSteps.steps, ...sampleSchemaSteps.steps]) database.exec(step);
  const addTenant = (id: string) =>
    database.prepare(`INSERT INTO tenants (id, profile, position) VALUES (?, '{}', 1)`).run(id);
  const store = createSampleStore(database);
  for (const id of ['acme', 'beta']) {
    addTenant(id);
    store.save(id, { id: 'a', name: 'Zoë', columns: [{ name: 'user_name', value: 'zoe' }] });
  }
  database.prepare(`DELETE FROM tenants WHERE id = 'acme'`).run();
  expect(store.list('acme')).toEqual([]);
  expect(store.list('beta')).toHaveLength(1);
});
