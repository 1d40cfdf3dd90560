import type { DatabaseSync } from 'node:sqlite';
import type { Account, AccountClaims } from 'oidc-provider';
import { withScriptClaims } from './script-claims.ts';

export interface UserProfile {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
}

/** Undefined if there is no such active user. */
export function findUser(database: DatabaseSync, id: string): UserProfile | undefined {
  const row = database
    .prepare("SELECT ID, Username, DisplayName, Email FROM User WHERE ID = ? AND Status = 'Active'")
    .get(id);
  if (row === undefined) return undefined;
  return {
    id,
    username: String(row['Username']),
    displayName: String(row['DisplayName']),
    email: String(row['Email'] ?? ''),
  };
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly jobTitle: string;
}

/** Active users by name, up to one page. */
export function activeUsers(database: DatabaseSync): Person[] {
  return database
    .prepare(
      "SELECT ID, Username, DisplayName, JobTitle FROM User WHERE Status = 'Active' AND UserType = 'User' ORDER BY DisplayName LIMIT 60",
    )
    .all()
    .map((row) => ({
      id: String(row['ID']),
      username: String(row['Username']),
      displayName: String(row['DisplayName']),
      jobTitle: String(row['JobTitle'] ?? ''),
    }));
}

/**
 * The user as an OpenID Connect account. `extraClaims` adds claims set by the application's script. Members
 * as in the platform specification, "Token response and user information".
 */
export function toAccount(
  user: UserProfile,
  baseUrl: string,
  extraClaims: () => Promise<Record<string, unknown>>,
): Account {
  return {
    accountId: user.id,
    async claims(): Promise<AccountClaims> {
      const [given, ...family] = user.displayName.split(' ');
      const claims = {
        name: user.displayName,
        given_name: given ?? '',
        family_name: family.join(' '),
        preferred_username: user.username,
        email: user.email,
        email_verified: true,
        picture: `${baseUrl}/vfslow/lib/user/${encodeURIComponent(user.id)}.svg`,
        sub: user.id,
      };
      return withScriptClaims(claims, await extraClaims());
    },
  };
}
