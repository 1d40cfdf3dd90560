import { counted } from '../../../languages/text/intl.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { SessionEntry } from './session-entry.ts';
import type { TokenSet } from './token-set.ts';
import { signedInAt } from './token-set.ts';

export interface SessionLimitParts {
  /** Hours after which a session ends; undefined without a limit. */
  readonly maxSessionHours?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly steady: () => number;
}

/** The organization's limit on the length of sessions. */
export interface SessionLimit {
  /** Called with the tokens of a sign-in, of a renewal or of the vault. */
  follow(entry: SessionEntry, tokens: TokenSet): void;
  isOver(entry: SessionEntry): boolean;
  /** Why the session ended. */
  reason(tenantName: string): DeskFailure;
}

export function createSessionLimit({ maxSessionHours, now, steady }: SessionLimitParts): SessionLimit {
  return {
    follow(entry, tokens) {
      if (maxSessionHours === undefined) return;
      const limitMs = maxSessionHours * 3_600_000;
      // By the system clock across restarts; an earlier time set by hand can't extend a session that is running.
      const left = Math.min(Math.max(0, signedInAt(tokens) + limitMs - now()), limitMs);
      const isRenewal = tokens.signedInAt !== undefined && entry.limitAt !== undefined;
      entry.limitAt = isRenewal ? Math.min(entry.limitAt ?? Infinity, steady() + left) : steady() + left;
    },
    isOver: ({ limitAt }) => limitAt !== undefined && steady() >= limitAt,
    reason: (tenantName) =>
      failure(
        'session-expired',
        `Your sign-in to ${tenantName} ended after ${counted(maxSessionHours ?? 0, 'hour')}. Sign in again. Managed by your organization (maxSessionHours).`,
      ),
  };
}
