import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { SessionState } from '../../../contract/tenants/session.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Log } from '../../platform/log/log.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import type { AccountCheck } from './account-check.ts';
import type { OpenIdCall } from './open-id-call.ts';
import type { SessionEntries } from './session-entries.ts';
import type { SessionEntry } from './session-entry.ts';
import { stateOf } from './session-entry.ts';
import { startAttempt } from './sign-in-attempt.ts';
import { signInFailure } from './sign-in-failure.ts';

export interface SignInParts {
  readonly entries: SessionEntries;
  readonly accounts: Pick<AccountCheck, 'accept' | 'resolve'>;
  readonly tenants: TenantDirectory;
  readonly prepareCall: (entry: SessionEntry, signal: AbortSignal) => Promise<OpenIdCall>;
  readonly openSecretly: (url: string) => Promise<void>;
  readonly log: Log;
  /** Milliseconds that a person has for a sign-in. */
  readonly limitMs: number;
  readonly stopping: AbortSignal;
}

/** Sign-ins in the browser, from their start to the account that a person confirms. */
export interface SignIns {
  signIn(tenantId: string, signal: AbortSignal): Promise<SessionState>;
  cancelSignIn(tenantId: string): Promise<SessionState>;
  reopenSignIn(tenantId: string): Promise<void>;
  /** Ends the wait of an account that is not the last one. Throws `not-found` when none waits. */
  confirmAccount(tenantId: string, isRight: boolean): Promise<SessionState>;
}

/** How long a late second callback still gets a page that explains itself. */
const gracePeriodMs = 60_000;

export function createSignIns(parts: SignInParts): SignIns {
  const { entries, accounts } = parts;
  const { announce } = entries;

  async function begin(entry: SessionEntry, signal: AbortSignal): Promise<SessionState> {
    // What the tenant offers may have changed since the last time.
    entry.provider = undefined;
    try {
      const attempt = await startAttempt({
        call: await parts.prepareCall(entry, AbortSignal.any([signal, parts.stopping])),
        limitMs: parts.limitMs,
        gracePeriodMs,
        accept: (tokens) => accounts.accept(entry, tokens),
        onNewUrl: () => void announce(entry),
      });
      entry.attempt = attempt;
      void attempt.outcome.then((error) => resolve(entry, error));
      const state = announce(entry);
      await openBrowser(attempt.url);
      return state;
    } catch (error) {
      const failed = signInFailure(error, parts.tenants.get(entry.tenantId));
      if (entry.tokens === undefined && failed.code !== 'canceled') {
        entry.error = failed.error;
        announce(entry);
      }
      throw failed;
    }
  }

  function resolve(entry: SessionEntry, error: DeskFailure | undefined): void {
    entry.attempt = undefined;
    entry.error = error?.code === 'sign-in-canceled' ? undefined : error?.error;
    parts.log.write(error === undefined ? 'info' : 'warning', 'session.sign-in-ended', {
      tenantId: entry.tenantId,
      outcome: error?.code ?? 'signed-in',
    });
    announce(entry);
  }

  /** Never rejects: a browser that doesn't open is no failure, as the URL is shown for copying. */
  async function openBrowser(url: string): Promise<void> {
    await parts.openSecretly(url).catch((error: unknown) => {
      parts.log.write('warning', 'session.browser-not-opened', { error });
    });
  }

  return {
    async signIn(tenantId, signal) {
      const entry = entries.of(tenantId);
      await entry.restored;
      if (entry.attempt !== undefined || entry.unconfirmed !== undefined) return stateOf(entry);
      entry.starting ??= begin(entry, signal).finally(() => {
        entry.starting = undefined;
      });
      return entry.starting;
    },
    async cancelSignIn(tenantId) {
      const entry = entries.of(tenantId);
      entry.attempt?.cancel();
      await entry.attempt?.outcome;
      return stateOf(entry);
    },
    async reopenSignIn(tenantId) {
      const { attempt } = entries.of(tenantId);
      if (attempt === undefined) throw failure('not-found', 'No sign-in is active. Begin a new one.');
      await openBrowser(attempt.url);
    },
    async confirmAccount(tenantId, isRight) {
      await accounts.resolve(entries.of(tenantId), isRight);
      return stateOf(entries.of(tenantId));
    },
  };
}
