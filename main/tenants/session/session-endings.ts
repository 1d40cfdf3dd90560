import type { SessionState } from '../../../contract/tenants/session.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Log } from '../../platform/log/log.ts';
import { withDeadline } from '../../platform/timing/waiting.ts';
import type { OpenIdCall } from './open-id-call.ts';
import { revoke } from './open-id.ts';
import type { SessionEntries } from './session-entries.ts';
import type { SessionEntry } from './session-entry.ts';
import type { TokenSet } from './token-set.ts';
import type { TokenStore } from './token-store.ts';

interface RevokeParts {
  readonly prepareCall: (entry: SessionEntry, signal: AbortSignal) => Promise<OpenIdCall>;
  readonly log: Log;
}

export interface SessionEndingParts extends RevokeParts {
  readonly entries: SessionEntries;
  readonly store: TokenStore;
  /** Adopts or discards an account that waits to be confirmed. */
  readonly resolveAccount: (entry: SessionEntry, isRight: boolean) => Promise<void>;
  /** Drops an account that waits to be confirmed, without a request to the tenant. */
  readonly forgetAccount: (entry: SessionEntry) => void;
  /** Aborted by `stop`. */
  readonly stopping: AbortController;
}

/** The ways in which sessions end. */
export interface SessionEndings {
  signOut(tenantId: string): Promise<SessionState>;
  /** Forgets tokens that belong to a profile as it no longer is. The profile must still exist. */
  drop(tenantId: string): Promise<void>;
  /** Cancels active operations in all sessions, and waits a moment for them to end. */
  stop(): Promise<void>;
}

const revocationLimitMs = 5000;
const stopLimitMs = 1000;

export function createSessionEndings(parts: SessionEndingParts): SessionEndings {
  const { entries, store, log, stopping } = parts;
  const { announce } = entries;

  return {
    async signOut(tenantId) {
      const entry = entries.of(tenantId);
      await entry.restored;
      entry.attempt?.cancel();
      if (entry.unconfirmed !== undefined) await parts.resolveAccount(entry, false);
      entry.cancelRenewal();
      const { tokens } = entry;
      entry.tokens = undefined;
      entry.error = undefined;
      await store.remove(tenantId);
      if (tokens !== undefined) await revokeQuietly(parts, entry, tokens);
      log.write('info', 'session.signed-out', { tenantId });
      return announce(entry);
    },
    async drop(tenantId) {
      const entry = entries.of(tenantId);
      entry.attempt?.cancel();
      parts.forgetAccount(entry);
      entry.cancelRenewal();
      entry.tokens = undefined;
      entries.remove(tenantId);
      await store.remove(tenantId);
      announce(entries.of(tenantId));
    },
    async stop() {
      stopping.abort(failure('canceled', 'Tenant Desk is closing.'));
      const running = entries.all().map((entry) => {
        entry.cancelRenewal();
        entry.attempt?.cancel();
        parts.forgetAccount(entry);
        return [entry.attempt?.outcome, entry.starting, entry.renewal].filter((work) => work !== undefined);
      });
      // A keychain that hangs must not hold up the end.
      await withDeadline(Promise.allSettled<unknown>(running.flat()), stopLimitMs).catch(() => undefined);
    },
  };
}

/** Revokes tokens at the tenant. Never rejects: a session ends here whatever the tenant answers. */
export async function revokeQuietly(
  { prepareCall, log }: RevokeParts,
  entry: SessionEntry,
  tokens: TokenSet,
): Promise<void> {
  try {
    await revoke(await prepareCall(entry, AbortSignal.timeout(revocationLimitMs)), tokens);
  } catch (error) {
    log.write('warning', 'session.not-revoked', { tenantId: entry.tenantId, error });
  }
}
