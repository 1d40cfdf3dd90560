import type { DatabaseSync } from 'node:sqlite';
import type { RightCheck } from '../requests/rights.ts';
import type { Settings } from '../store/settings.ts';

/** Claims of an access token that this tenant issued and still honors. */
export interface AccessTokenClaims {
  readonly subject: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  /** Path patterns allowed by the token's scopes: `*` matches any text. Empty: no path is allowed. */
  readonly allowedPaths: readonly string[];
  /** Seconds since the epoch, by the steady clock. */
  readonly expiresAt: number;
}

/**
 * Dependencies of every part of one embedded tenant. One process serves several tenants, each with its own
 * port and database file, so that only the installation's keys are shared.
 */
export interface TenantContext {
  /** Stable ID, for example `sandbox-staging`. */
  readonly id: string;
  /** Display name, for example `Sandbox Staging`. */
  readonly name: string;
  /** Management base URL without a trailing slash. */
  readonly baseUrl: string;
  /** Root of the analytics API: `{baseUrl}/analytics/services/v1.0`. */
  readonly analyticsUrl: string;
  /** The tenant's folder: database, outbox, keys. */
  readonly dataFolder: string;
  readonly database: DatabaseSync;
  readonly settings: Settings;
  /** Milliseconds since the epoch, by the system clock: for stored times. */
  readonly now: () => number;
  /** Milliseconds since the epoch, by a monotonic clock: for durations and expiry (`steady-clock.ts`). */
  readonly steadyNow: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Resolves to the claims, or to undefined for a foreign, expired or revoked token. */
  readonly verifyAccessToken: (token: string) => Promise<AccessTokenClaims | undefined>;
  /** Whether a user's current roles have a right. */
  readonly hasRight: RightCheck;
  /** Keys of this installation, whose tenants trust each other's export signatures. */
  readonly installation: InstallationKeys;
}

/**
 * Ed25519 keys that the tenants of one installation use to sign webhook export files and to verify each
 * other's.
 */
export interface InstallationKeys {
  readonly keyId: string;
  sign(data: Uint8Array): Uint8Array;
  /** False for an unknown key and for an invalid signature. */
  verify(keyId: string, data: Uint8Array, signature: Uint8Array): boolean;
}
