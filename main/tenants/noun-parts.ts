import type { Emit } from '../../contract/bridge/events.ts';
import type { Host } from '../platform/host/host.ts';
import type { Transport } from '../platform/http/transport.ts';
import type { Log } from '../platform/log/log.ts';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import type { Presence } from '../platform/presence/presence.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import type { Database } from '../platform/storage/database.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import type { TenantClient } from './client/tenant-client.ts';
import type { EmbeddedPasswords } from './directory/embedded-passwords.ts';
import type { TenantStore } from './directory/tenant-store.ts';
import type { SessionService } from './session/session-service.ts';

/** Shared dependencies of all nouns in main. */
export interface NounParts {
  readonly database: Database;
  readonly log: Log;
  readonly policy: ManagedPolicy;
  readonly vault: SecretVault;
  readonly transport: Transport;
  readonly tenants: TenantStore;
  readonly sessions: SessionService;
  readonly embeddedPasswords: EmbeddedPasswords;
  readonly client: TenantClient;
  /** Cached tenant data. */
  readonly cache: SnapshotCache;
  readonly host: Host;
  readonly presence: Presence;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Monotonic clock in milliseconds, for durations. */
  readonly clock: () => number;
  /** Monotonic milliseconds since the epoch, for timeouts and expiry. */
  readonly steady: () => number;
  readonly newId: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Aborts background work. */
  readonly stopped: AbortSignal;
  /** Waits; rejects if the signal aborts first. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}
