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

describe('the kept list of applications', () => {
  it('is what was written, with its age', () => {
    writeStoredList(snapshots, 'acme', { data: applications, fetchedAt: 7 });
    expect(readStoredList(snapshots, 'acme')).toEqual({ data: applications, fetchedAt: 7 });
    expect(readStoredList(snapshots, 'other')).toBeUndefined();
  });

  it('is read as earlier versions wrote it, row by row and without what they did not know', () => {
    const rows = applications.toReversed().map(({ templateName: _t, serviceName: _s, ...known }) => known);
    snapshots.write('acme', applicationsKey, rows, 7);
    expect(readStoredList(snapshots, 'acme')).toEqual({ data: applications, fetchedAt: 7 });
  });

  it.each([[{ count: 3, columns: {} }], ['text'], [[{ id: '' }]]])(
    'is none where what is stored is no list: %j',
    (stored) => {
      snapshots.write('acme', applicationsKey, stored, 7);
      expect(readStoredList(snapshots, 'acme')).toBeUndefined();
    },
  );

  it('has one version for as long as it says the same, however it was written', () => {
    const versionOfKept = () =>
      versionOf(storedListSchema.parse(snapshots.read('acme', applicationsKey, storedListSchema)?.data));
    writeStoredList(snapshots, 'acme', { data: applications, fetchedAt: 7 });
    const first = versionOfKept();
    snapshots.write('acme', applicationsKey, applications.toReversed(), 8);
    expect(versionOfKept()).toBe(first);
    writeStoredList(snapshots, 'acme', { data: applications.slice(1), fetchedAt: 9 });
    expect(versionOfKept()).not.toBe(first);
  });
});
