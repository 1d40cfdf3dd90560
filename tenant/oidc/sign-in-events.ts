import type { DatabaseSync } from 'node:sqlite';
import { toStoredTime } from '../store/timestamps.ts';
import type { SignInOutcome } from './sign-in-routes.ts';

/** Writes a sign-in, successful or not, to the tenant's events, and remembers the user's last one. */
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
    const system = /Windows|Mac OS X|Linux|Android|iPhone/.exec(outcome.userAgent)?.[0] ?? null;
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
      system,
    );
    if (outcome.userId !== undefined) touch.run(at, outcome.userId);
  };
}
