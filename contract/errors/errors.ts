import type { Guard } from '../values/guard.ts';
import { either, exactly, isBoolean, isNothing, isText } from '../values/guard.ts';

/** Properties of an error code that determine how a failed call is handled. */
interface ErrorProperties {
  /** True if the same call may succeed later. */
  readonly retryable: boolean;
  /** `tenant`: the next call to this tenant would fail the same way, so a run stops. */
  readonly scope: 'call' | 'tenant';
  /**
   * Effect of a failed write. `none`: certainly none, because it wasn't sent or wasn't accepted. `rejected`: none, because the
   * tenant rejected it. `unknown`: it may have taken effect, or still may; only a read shows which.
   */
  readonly effect: 'none' | 'rejected' | 'unknown';
  /** True if the tenant couldn't be reached, so that a read may be answered from the cache. */
  readonly allowsCache: boolean;
  /** True if there is no connection to the tenant, for example because the network is down. */
  readonly isOffline: boolean;
  /** The action to offer. */
  readonly remedy: Remedy;
  /** How the command line ends when this is why it failed. */
  readonly exit: ExitReason;
}

/** Why the command line ends, with the exit code that scripts check. Documented in `main/command/README.md`. */
export const exitCodes = {
  /** Also "no difference". */
  done: 0,
  internal: 1,
  usage: 2,
  /** Only with `--exit-code`. */
  differences: 3,
  'not-signed-in': 4,
  unreachable: 5,
  /** Something changed since it was read, or someone else is using it. */
  conflict: 6,
  /** A run is open: some of its items are unresolved. */
  'partly-applied': 7,
  denied: 8,
  'tests-failed': 9,
  /** Stopped with Ctrl+C: 128 plus the number of SIGINT, as shells report it. */
  interrupted: 130,
} as const;

export type ExitReason = keyof typeof exitCodes;

export type Remedy =
  'sign-in' | 'retry' | 'settings' | 'tenant-settings' | 'unlock-keychain' | 'review-again' | 'none';

/** Failed before anything was sent, because of this call. */
const notSent = {
  retryable: false,
  scope: 'call',
  effect: 'none',
  allowsCache: false,
  isOffline: false,
  remedy: 'none',
  exit: 'usage',
} as const satisfies ErrorProperties;

/** No token: not signed in, or the sign-in failed. */
const noSession = {
  ...notSent,
  scope: 'tenant',
  allowsCache: true,
  remedy: 'sign-in',
  exit: 'not-signed-in',
} as const;

/** The tenant rejected the request. */
const rejected = { ...notSent, effect: 'rejected', exit: 'denied' } as const;

/** It is unknown whether a write took effect. */
const unknownEffect = { ...notSent, effect: 'unknown', exit: 'internal' } as const;

/** May also happen after sending, when the result can't be stored, and affects the next call, too. */
const storage = { ...unknownEffect, scope: 'tenant' } as const;

/** Temporary failure of the tenant. */
const temporary = {
  ...notSent,
  retryable: true,
  allowsCache: true,
  remedy: 'retry',
  exit: 'unreachable',
} as const;

/** Something changed since it was read. */
const stale = { ...notSent, exit: 'conflict' } as const;

/** A required confirmation is missing. */
const notConfirmed = { ...notSent, exit: 'denied' } as const;

/** A started run has unresolved items. */
const openRun = { ...unknownEffect, exit: 'partly-applied' } as const;

/** The tenant can't be reached for now. */
const offline = { ...temporary, scope: 'tenant', isOffline: true } as const;

/**
 * All error codes and their properties. Deliberately closed: a new failure needs a row here, including a decision about what the
 * user can do.
 */
const errorTable = {
  // The request itself
  'invalid-input': notSent,
  'not-found': { ...rejected, exit: 'usage' },
  'untrusted-sender': { ...notSent, exit: 'denied' },
  /** The organization forbids it: the policy names the key. */
  'denied-by-policy': { ...notSent, scope: 'tenant', exit: 'denied' },
  canceled: { ...unknownEffect, scope: 'tenant', exit: 'interrupted' },
  /** A bug in Tenant Desk, before or after sending. */
  internal: { ...unknownEffect, retryable: true, remedy: 'retry' },

  // Session
  'signed-out': noSession,
  /** The tenant no longer accepts the token. A request with a rejected token is not applied (RFC 9110, 15.5.2). */
  'session-expired': noSession,
  /** The token couldn't be renewed; the request itself wasn't sent. */
  'renewal-failed': { ...noSession, retryable: true, remedy: 'retry', exit: 'unreachable' },
  'sign-in-canceled': { ...noSession, retryable: true },
  'sign-in-timed-out': { ...noSession, retryable: true },
  'sign-in-refused': noSession,
  'sign-in-state-mismatch': noSession,
  'id-token-invalid': noSession,
  'discovery-failed': { ...noSession, retryable: true, remedy: 'retry', exit: 'unreachable' },
  'discovery-not-json': { ...noSession, remedy: 'tenant-settings', exit: 'unreachable' },
  'issuer-mismatch': { ...noSession, remedy: 'tenant-settings' },
  /** An endpoint of the provider is on a host that wasn't confirmed for this tenant. */
  'sign-in-host-unconfirmed': { ...noSession, remedy: 'tenant-settings' },
  'keychain-unavailable': { ...noSession, remedy: 'unlock-keychain' },
  /** It responds but accepts no more entries: unlocking doesn't help. */
  'keychain-full': { ...noSession, remedy: 'none' },

  // Transport
  /** The request was never sent: unknown host, no connection, or blocked by the proxy. */
  unreachable: offline,
  /** The proxy offers only schemes that Tenant Desk doesn't speak: a password would be sent in vain, and readable. */
  'proxy-scheme-unsupported': { ...offline, retryable: false, remedy: 'settings' },
  /** The proxy requires a login, or rejected the one it was sent. */
  'proxy-login-required': { ...offline, retryable: false, remedy: 'settings' },
  'tls-failed': { ...offline, retryable: false, remedy: 'settings' },
  /** The connection broke after sending had started. */
  'connection-lost': { ...offline, effect: 'unknown' },
  'timed-out': { ...offline, effect: 'unknown' },
  /** HTTP 429 means that the request wasn't processed (RFC 6585, 4). */
  'rate-limited': { ...temporary, scope: 'tenant' },
  'response-too-large': unknownEffect,

  // Responses of the tenant
  /** Any 5xx: a gateway may have given up on a request that the tenant is still processing. */
  'tenant-error': { ...temporary, effect: 'unknown' },
  forbidden: rejected,
  'refused-by-tenant': rejected,
  /** The tenant requires re-authentication. */
  'challenge-required': noSession,
  /** Also a redirect: many servers answer an accepted form with 302 or 303 (RFC 9110, 15.4.4). */
  'unexpected-response': { ...temporary, effect: 'unknown' },
  'schema-mismatch': unknownEffect,

  // Changes
  conflict: { ...stale, remedy: 'review-again' },
  'plan-outdated': { ...stale, remedy: 'review-again' },
  'confirmation-mismatch': notConfirmed,
  /** The plan sends a stored credential to a host that wasn't acknowledged in the review. */
  'hosts-not-acknowledged': notConfirmed,
  /** A stored credential would be sent to a different destination; the user is asked, and the call repeated with the answer. */
  'credential-elsewhere': notConfirmed,
  /** Another window saved the draft after this one read it. */
  'draft-changed': { ...stale, remedy: 'review-again' },
  'verification-failed': { ...openRun, remedy: 'review-again' },
  /** The request may have taken effect, and a read couldn't confirm it yet. */
  'outcome-unknown': openRun,
  'interrupted-run': { ...notSent, exit: 'partly-applied' },

  // Files and storage
  'file-too-large': notSent,
  'file-not-json': notSent,
  'file-wrong-shape': notSent,
  'file-unreadable': notSent,
  'signature-refused': rejected,
  /** The file was written by a newer version. */
  'file-newer': notSent,
  /** It doesn't open the file, or the file was changed. */
  'passphrase-wrong': notSent,
  /** The profile folder can't be used, for any reason other than the following. */
  'storage-failed': storage,
  /** Another Tenant Desk has the profile folder open. */
  'profile-in-use': { ...stale, scope: 'tenant', retryable: true },
  /** Disk full or quota exceeded. Recovers once there is space. */
  'storage-full': { ...storage, retryable: true, remedy: 'retry' },
  /** The disk fails to read or write, or another process locks the file. */
  'storage-unwritable': { ...storage, retryable: true, remedy: 'retry' },
  /** A page of the database can't be read. The next start recovers the rest. */
  'storage-damaged': storage,
  /** A stored record written by another version of Tenant Desk. */
  'record-unreadable': { ...notSent, exit: 'internal' },
  'profile-version-unknown': { ...notSent, exit: 'internal' },

  // Updates
  /** The feed or a downloaded file isn't what the publisher signed. */
  'update-untrusted': { ...notSent, exit: 'internal' },
  /** Restarting now would interrupt a change, or lose what was typed. */
  'update-blocked': { ...stale, retryable: true },
} as const satisfies Record<string, ErrorProperties>;

export type ErrorCode = keyof typeof errorTable;

export const errorCodes: readonly ErrorCode[] = Object.keys(errorTable).filter(isErrorCode);

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text);
}

/** True if the same call may succeed later. */
export function isRetryable(code: ErrorCode): boolean {
  return errorTable[code].retryable;
}

/** True for failures that aren't specific to the call: the next one to the same tenant would fail the same way. */
export function isTenantWide(code: ErrorCode): boolean {
  return errorTable[code].scope === 'tenant';
}

/** True if a write that failed with this code may have taken effect, or still may. Only a read from the tenant shows which. */
export function provesNothing(code: ErrorCode): boolean {
  return errorTable[code].effect === 'unknown';
}

/** True if the tenant rejected the request: a write took no effect, and a retry wouldn't either. */
export function isRejection(code: ErrorCode): boolean {
  return errorTable[code].effect === 'rejected';
}

/** True if the tenant couldn't be reached: a read may be answered from the cache. */
export function allowsCache(code: ErrorCode): boolean {
  return errorTable[code].allowsCache;
}

/** True if local storage failed. The tenant isn't affected. */
export function isOfStorage(code: ErrorCode): boolean {
  return code.startsWith('storage-');
}

/** True if there is no connection to the tenant. */
export function isOffline(code: ErrorCode): boolean {
  return errorTable[code].isOffline;
}

/** True if only signing in helps. */
export function needsSignIn(code: ErrorCode): boolean {
  return errorTable[code].remedy === 'sign-in';
}

/** The exit reason of the command line for an error code. */
export function exitReasonFor(code: ErrorCode): ExitReason {
  return errorTable[code].exit;
}

export function exitCodeFor(code: ErrorCode): number {
  return exitCodes[exitReasonFor(code)];
}

/** The action to offer. A failure marked as not retryable isn't retried, regardless of its code. */
export function remedyFor({ code, retryable }: Pick<DeskError, 'code' | 'retryable'>): Remedy {
  const { remedy } = errorTable[code];
  return remedy === 'retry' && !retryable ? 'none' : remedy;
}

/** The common error format across all process boundaries. Contains no stack trace and no secret. */
export interface DeskError {
  readonly code: ErrorCode;
  /** What failed, for which item, and what the user can do. */
  readonly message: string;
  /** More details for support: a URL, a status, the tenant's message. */
  readonly detail?: string | undefined;
  /** True if the same call may succeed later. */
  readonly retryable: boolean;
  /** Identifies the call in the log of the main process. */
  readonly requestId: string;
}

export const isDeskError: Guard<DeskError> = exactly<DeskError>({
  code: (value): value is ErrorCode => isText(value) && isErrorCode(value),
  message: isText,
  detail: either(isText, isNothing),
  retryable: isBoolean,
  requestId: isText,
});
