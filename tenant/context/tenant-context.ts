import type { DatabaseSync } from 'node:sqlite';
import type { RightCheck } from '../requests/rights.ts';
import type { Settings } from '../store/settings.ts';

/** Claims of an access token that this tenant issued and still honors. */
export interface AccessTokenClaims {
  readonly subject: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  /** Patterns of the paths that it may call, as its scopes say: `*` stands for any text. Empty: it may call none. */
  readonly allowedPaths: readonly string[];
  /** Seconds since the epoch, by the steady clock. */
  readonly expiresAt: number;
}

/**
 * What every part of one embedded tenant is built from. One process serves several tenants, each on a
 * port of its own with a database file of its own, so that nothing is shared but the installation's keys.
 */
export interface TenantContext {
  /** Stable identifier, for example `sandbox-staging`. */
  readonly id: string;
  /** Name as shown to people, for example `Sandbox Staging`. */
  readonly name: string;
  /** Management base address without a trailing slash. */
  readonly baseUrl: string;
  /** Root of the analytics API: `{baseUrl}/analytics/services/v1.0`. */
  readonly analyticsUrl: string;
  /** Folder of this tenant: database, outbox, keys. */
  readonly dataFolder: string;
  readonly database: DatabaseSync;
  readonly settings: Settings;
  /** Milliseconds since the epoch, by the system's clock: for what is written down. */
  readonly now: () => number;
  /** Milliseconds since the epoch, by a clock that nobody can set: for what lasts (`steady-clock.ts`). */
  readonly steadyNow: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Resolves to the claims, or to undefined for a foreign, expired or revoked token. */
  readonly verifyAccessToken: (token: string) => Promise<AccessTokenClaims | undefined>;
  /** Whether a user's roles have a right, as they stand now. */
  readonly hasRight: RightCheck;
  /** Public names of the other tenants of this installation, whose export signatures are trusted. */
  readonly installation: InstallationKeys;
}

/** Ed25519 keys with which the tenants of one installation sign webhook export files and trust each other. */
export interface InstallationKeys {
  readonly keyId: string;
  sign(data: Uint8Array): Uint8Array;
  /** False for an unknown key as for a wrong signature. */
  verify(keyId: string, data: Uint8Array, signature: Uint8Array): boolean;
}
