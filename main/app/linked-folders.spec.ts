import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createSnapshotStore, snapshotSchemaSteps } from '../platform/storage/snapshot-store.ts';
import { scriptKey } from '../scripts/kind/script-kind.ts';
import { webhooksKey } from '../webhooks/kind/offline-webhooks.ts';
import { withFolderNotifications } from './linked-folders.ts';

describe.each(['write', 'writeInChunks'] as const)('a snapshot that is stored by %s', (write) => {
  it.each([
    [scriptKey('app-1'), 'script'],
    [webhooksKey, 'webhook'],
    ['applications', undefined],
  ])('of %s notifies the folder of its kind: %s', async (key, kind) => {
    const database = new DatabaseSync(':memory:');
    for (const step of snapshotSchemaSteps.steps) database.exec(step);
    const notifications: unknown[] = [];
    const snapshots = withFolderNotifications(
      createSnapshotStore(database, { write: () => undefined }),
      (of) => notifications.push(of),
    );
    await snapshots[write]('acme', key, [], 7);
    expect(notifications).toEqual(kind === undefined ? [] : [{ tenantId: 'acme', kind }]);
  });
});
