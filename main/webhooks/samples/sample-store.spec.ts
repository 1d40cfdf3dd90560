import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { tenantSchemaSteps } from '../../tenants/directory/tenant-store.ts';
import { forgetOldEvents } from './forget-old-events.ts';
import { createSampleStore, sampleSchemaSteps } from './sample-store.ts';

it('removes the samples of a deleted tenant', () => {
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

it('keeps events of a tenant for thirty days', () => {
  const day = 86_400_000;
  const now = 1_795_167_727_000;
  const fetchedAt: Record<string, number> = { acme: now - 31 * day, beta: now - 29 * day };
  const forgotten: string[] = [];
  forgetOldEvents(
    {
      keys: (id, key) => [{ key, fetchedAt: fetchedAt[id] ?? 0 }],
      forget: (id, key) => void forgotten.push(`${id} ${key}`),
    },
    [{ id: 'acme' }, { id: 'beta' }],
    now,
  );
  expect(forgotten).toEqual(['acme past-events']);
});
