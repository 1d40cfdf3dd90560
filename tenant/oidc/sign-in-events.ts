import type { DatabaseSync } from 'node:sqlite';
import { toStoredTime } from '../store/timestamps.ts';
import type { SignInOutcome } from './sign-in-routes.ts';

/** Records a sign-in, successful or not, in the tenant's events, and updates the user's last sign-in. */
export function createSignInRecorder(
  database: DatabaseSync,
  now: () => number,
): (outcome: SignInOutcome) => void {
  const insert = database.prepare(
    `INSERT INTO Event (WhenOccurred, EventType, Level, Message, NormalizedUser, UserGuid, FromIPAddress, AuthMethod, FailReason, RequestDeviceOS)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'Password', ?, ?)`,
  );
  const touch = database.prepare('UPDATE User SET LastLogin = ? WHERE ID = ?');
  return (outcome) => {
    const at = toStoredTime(now());
    const isGood = outcome.userId !== undefined;
    const message = `${outcome.username} ${isGood ? 'signed in' : 'could not sign in'} to ${outcome.clientId}.`;
    insert.run(
      at,
      isGood ? 'Cloud.Core.Login' : 'Cloud.Core.LoginFail',
      isGood ? 'Info' : 'Warning',
      message,
      outcome.username,
      outcome.userId ?? null,
      outcome.address,
      isGood ? null : 'Wrong password',
      systemOf(outcome.userAgent),
    );
    if (outcome.userId !== undefined) touch.run(at, outcome.userId);
  };
}

/** A known user tried to use an application that isn't assigned to them. */
export interface DeniedUse {
  readonly userId: string;
  readonly applicationId: string;
  readonly applicationName: string;
  readonly address: string;
  readonly userAgent: string;
}

/** Records in the tenant's events that a user was denied an application. */
export function createDenialRecorder(database: DatabaseSync, now: () => number): (denied: DeniedUse) => void {
  const insert = database.prepare(
    `INSERT INTO Event (WhenOccurred, EventType, Level, Message, NormalizedUser, UserGuid, FromIPAddress, FailReason, RequestDeviceOS, EntityType, EntityID, EntityName)
     SELECT ?, 'Cloud.Core.LoginFail', 'Warning', Username || ' could not sign in to ' || ? || '.', Username, ID, ?,
       'Application not published to the user', ?, 'Application', ?, ? FROM User WHERE ID = ?`,
  );
  return ({ userId, applicationId, applicationName, address, userAgent }) => {
    insert.run(
      toStoredTime(now()),
      applicationName,
      address,
      systemOf(userAgent),
      applicationId,
      applicationName,
      userId,
    );
  };
}

export function systemOf(userAgent: string): string | null {
  return /Windows|Mac OS X|Linux|Android|iPhone/.exec(userAgent)?.[0] ?? null;
}
