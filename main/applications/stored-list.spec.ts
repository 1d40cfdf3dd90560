import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { aListedApplication } from '../../test/builders/a-listed-application.ts';
import type { SnapshotStore } from '../platform/storage/snapshot-store.ts';
import { createSnapshotStore, snapshotSchemaSteps } from '../platform/storage/snapshot-store.ts';
import {
  applicationsKey,
  storedListSchema,
  readStoredList,
  versionOf,
  writeStoredList,
} from './stored-list.ts';

const applications = [
  aListedApplication('a', { name: 'Archive' }),
  aListedApplication('p', { name: 'Payroll' }),
];

let snapshots: SnapshotStore;

beforeEach(() => {
  const database = new DatabaseSync(':memory:');
  for (const step of snapshotSchemaSteps.steps) database.exec(step);
  snapshots = createSnapshotStore(database, { write: () => undefined });
});

describe('cached application list', () => {
  it('returns what was written, with its age', () => {
    writeStoredList(snapshots, 'acme', { data: applications, fetchedAt: 7 });
    expect(readStoredList(snapshots, 'acme')).toEqual({ data: applications, fetchedAt: 7 });
    expect(readStoredList(snapshots, 'other')).toBeUndefined();
  });

  it('reads the row format of earlier versions', () => {
    const rows = applications.toReversed().map(({ templateName: _t, serviceName: _s, ...known }) => known);
    snapshots.write('acme', applicationsKey, rows, 7);
    expect(readStoredList(snapshots, 'acme')).toEqual({ data: applications, fetchedAt: 7 });
  });

  it.each([[{ count: 3, columns: {} }], ['text'], [[{ id: '' }]]])(
    'is undefined when the stored value is not a list: %j',
    (stored) => {
      snapshots.write('acme', applicationsKey, stored, 7);
      expect(readStoredList(snapshots, 'acme')).toBeUndefined();
    },
  );

  it('has the same version for the same content, however it was written', () => {
    const storedVersion = () =>
      versionOf(storedListSchema.parse(snapshots.read('acme', applicationsKey, storedListSchema)?.data));
    writeStoredList(snapshots, 'acme', { data: applications, fetchedAt: 7 });
    const first = storedVersion();
    snapshots.write('acme', applicationsKey, applications.toReversed(), 8);
    expect(storedVersion()).toBe(first);
    writeStoredList(snapshots, 'acme', { data: applications.slice(1), fetchedAt: 9 });
    expect(storedVersion()).not.toBe(first);
  });
});
