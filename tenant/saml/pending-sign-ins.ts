import type { SignInRequest } from './sign-in-request.ts';

/** A sign-in that is in progress at the sign-in pages. */
export interface PendingSignIn {
  readonly applicationId: string;
  readonly request: SignInRequest;
  /** Binds the result to this sign-in: it is in the authorization code, too. */
  readonly nonce: string;
}

export interface PendingSignIns {
  /** Returns the key for taking it once. */
  add(pending: Omit<PendingSignIn, 'nonce'>): { readonly key: string; readonly nonce: string };
  /** Undefined if it is unknown, expired, or was already taken. */
  take(key: string): PendingSignIn | undefined;
  /**
   * False if a request with this ID was already answered with an assertion; otherwise marks it as answered.
   */
  markAnswered(applicationId: string, requestId: string): boolean;
}

interface PendingParts {
  /** Milliseconds of a monotonic clock. */
  readonly steadyNow: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** The lifetime of the sign-in pages. */
const PENDING_MS = 60 * 60_000;
/**
 * Longer than the lifetime of requests, so that a request is rejected for its age once it is dropped here.
 */
const ANSWERED_MS = 2 * 60 * 60_000;
/** Every user of this machine can start a sign-in, so the oldest are dropped. */
const MAX_PENDING = 2000;
const MAX_ANSWERED = 20_000;

/** Sign-ins in memory: after a restart of the tenant, users start again at the application. */
export function createPendingSignIns({ steadyNow, randomBytes }: PendingParts): PendingSignIns {
  const pending = new Map<string, PendingSignIn & { readonly endsAt: number }>();
  const answered = new Map<string, number>();
  const token = (): string => Buffer.from(randomBytes(24)).toString('base64url');
  return {
    add(begun) {
      const key = token();
      const nonce = token();
      limitSize(pending, MAX_PENDING);
      pending.set(key, { ...begun, nonce, endsAt: steadyNow() + PENDING_MS });
      return { key, nonce };
    },
    take(key) {
      const found = pending.get(key);
      pending.delete(key);
      return found === undefined || found.endsAt <= steadyNow() ? undefined : found;
    },
    markAnswered(applicationId, requestId) {
      const key = `${applicationId} ${requestId}`;
      const endsAt = answered.get(key);
      if (endsAt !== undefined && endsAt > steadyNow()) return false;
      limitSize(answered, MAX_ANSWERED);
      answered.set(key, steadyNow() + ANSWERED_MS);
      return true;
    },
  };
}

/** Drops the oldest entries. */
function limitSize(entries: Map<string, unknown>, max: number): void {
  for (const key of entries.keys()) {
    if (entries.size < max) return;
    entries.delete(key);
  }
}
