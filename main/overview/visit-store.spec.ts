import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createVisitStore, visitSchemaSteps } from './visit-store.ts';

function aStore() {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE tenants (id TEXT PRIMARY KEY)');
  database.exec("INSERT INTO tenants VALUES ('acme'), ('globex')");
  for (const step of visitSchemaSteps.steps) if (typeof step === 'string') database.exec(step);
  return { database, visits: createVisitStore(database) };
}

const minute = 60_000;

describe('tenant visits', () => {
  it('reports null, then the visit before this one', () => {
    const { visits } = aStore();
    expect(visits.of('acme')).toEqual({ openedAt: null, openedBefore: null });
    visits.note('acme', 1000 * minute);
    expect(visits.of('acme')).toEqual({ openedAt: 1000 * minute, openedBefore: null });
    // The same visit, view by view.
    for (const at of [1010, 1035, 1060]) visits.note('acme', at * minute);
    expect(visits.of('acme')).toEqual({ openedAt: 1060 * minute, openedBefore: null });
    visits.note('acme', 2000 * minute);
    visits.note('acme', 2001 * minute);
    expect(visits.of('acme')).toEqual({ openedAt: 2001 * minute, openedBefore: 1060 * minute });
    expect(visits.of('globex')).toEqual({ openedAt: null, openedBefore: null });
  });

  it('begins another visit after the system clock moved backward', () => {
    const { visits } = aStore();
    visits.note('acme', 2000 * minute);
    visits.note('acme', 1000 * minute);
    expect(visits.of('acme')).toEqual({ openedAt: 1000 * minute, openedBefore: 2000 * minute });
  });

  it('are removed with the tenant', () => {
    const { database, visits } = aStore();
    visits.note('acme', minute);
    database.exec("DELETE FROM tenants WHERE id = 'acme'");
    expect(visits.of('acme')).toEqual({ openedAt: null, openedBefore: null });
  });
});
