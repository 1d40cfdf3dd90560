import type { DatabaseSync } from 'node:sqlite';
import { systemOf } from '../oidc/sign-in-events.ts';
import { toStoredTime } from '../store/timestamps.ts';
import type { SamlUse } from './saml-sign-in.ts';

/** Records in the tenant's events that a user opened an application. */
export function createLaunchRecorder(database: DatabaseSync, now: () => number): (use: SamlUse) => void {
  const insert = database.prepare(
    `INSERT INTO Event (WhenOccurred, EventType, Level, Message, NormalizedUser, UserGuid, FromIPAddress, RequestDeviceOS, EntityType, EntityID, EntityName)
     SELECT ?, 'Cloud.Saas.Application.AppLaunch', 'Info', DisplayName || ' launched ' || ? || '.', Username, ID, ?, ?, 'Application', ?, ?
     FROM User WHERE ID = ?`,
  );
  return ({ userId, applicationId, applicationName, address, userAgent }) => {
    const system = systemOf(userAgent);
    insert.run(toStoredTime(now()), applicationName, address, system, applicationId, applicationName, userId);
  };
}
