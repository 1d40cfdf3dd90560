import type { DatabaseSync } from 'node:sqlite';
import { toStoredTime } from '../store/timestamps.ts';

/**
 * Event types of admin changes. `AppModify` is as seen in public material, the others are ours in the same
 * style.
 */
const CHANGES = {
  'Cloud.Saas.Application.AppAdd': 'added',
  'Cloud.Saas.Application.AppModify': 'changed',
  'Cloud.Saas.Application.AppDelete': 'deleted',
  'Cloud.Core.TenantConfig.Modify': 'changed',
} as const;

export type ChangeType = keyof typeof CHANGES;

/** What was changed. */
interface ChangedEntity {
  readonly type: 'Application' | 'TenantConfig';
  /** Null for an entity that a tenant has only one of. */
  readonly id: string | null;
  readonly name: string;
}

/** Records in the tenant's events who changed what; `subject` is the ID of the caller. */
export type RecordChange = (type: ChangeType, subject: string, entity: ChangedEntity) => void;

export function createChangeRecorder(database: DatabaseSync, now: () => number): RecordChange {
  const user = database.prepare('SELECT Username, DisplayName FROM User WHERE ID = ?');
  const insert = database.prepare(
    `INSERT INTO Event (WhenOccurred, EventType, Level, Message, NormalizedUser, UserGuid, EntityType, EntityID, EntityName)
     VALUES (?, ?, 'Info', ?, ?, ?, ?, ?, ?)`,
  );
  return (type, subject, { type: entityType, id, name }) => {
    const who = user.get(subject);
    insert.run(
      toStoredTime(now()),
      type,
      `${String(who?.['DisplayName'] ?? subject)} ${CHANGES[type]} ${name}.`,
      String(who?.['Username'] ?? subject),
      subject,
      entityType,
      id,
      name,
    );
  };
}
