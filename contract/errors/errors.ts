import type { Guard } from '../values/guard.ts';
import { either, exactly, isBoolean, isNothing, isText } from '../values/guard.ts';

/** What follows from an error code, for everybody who has to decide something about a failed call. */
interface ErrorProperties {
  /** True when the same call may succeed later without any change. */
  readonly retryable: boolean;
  /** `tenant`: the next call to this tenant would fail alike, so there is no use in going on. */
  readonly scope: 'call' | 'tenant';
  /**
   * What is known of a write that failed so. `none`: it certainly took no effect, as it was not sent or not let in.
   * `refused`: nor did it here, because the tenant itself said no to it. `unknown`: it may have taken effect, or may
   * yet; only looking tells.
   */
  readonly effect: 'none' | 'refused' | 'unknown';
  /** True when the tenant could not be asked, so that what it said last is the best answer to a read. */
  readonly answersFromCache: boolean;
  /** True when no connection to the tenant could be had or kept, as one sees it when the network is gone. */
  readonly isOffline: boolean;
  /** What helps, as the one button to offer. */
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

/** Stopped before anything was sent, for a reason that lies in this one call. */
const notSent = {
  retryable: false,
  scope: 'call',
  effect: 'none',
  answersFromCache: false,
  isOffline: false,
  remedy: 'none',
  exit: 'usage',
} as const satisfies ErrorProperties;

/** No token to send: nobody is signed in, or the sign-in did not succeed. */
const noSession = {
  ...notSent,
  scope: 'tenant',
  answersFromCache: true,
  remedy: 'sign-in',
  exit: 'not-signed-in',
} as const;

/** The tenant understood, and said no. */
const refused = { ...notSent, effect: 'refused', exit: 'denied' } as const;

/** Something came back, or nothing did, and neither says whether a write took effect. */
const provingNothing = { ...notSent, effect: 'unknown', exit: 'internal' } as const;

/** May strike after sending as well, when the outcome cannot be written down, and fails the next call too. */
const storage = { ...provingNothing, scope: 'tenant' } as const;

/** The tenant was asked, and may well answer the next time. */
const mayPass = {
  ...notSent,
  retryable: true,
  answersFromCache: true,
  remedy: 'retry',
  exit: 'unreachable',
} as const;

/** Something is no longer what it was when it was read. */
const stale = { ...notSent, exit: 'conflict' } as const;

/** What a person has to accept first was not accepted. */
const notConfirmed = { ...notSent, exit: 'denied' } as const;

/** A run that was begun has something unresolved. */
const openRun = { ...provingNothing, exit: 'partly-applied' } as const;

/** No way to the tenant for now. */
const offline = { ...mayPass, scope: 'tenant', isOffline: true } as const;

/**
 * Every way in which a call may fail, with all that follows from it. Closed on purpose: a new failure needs a row
 * here, and with it a decision about what the person can do.
 */
const errorTable = {
  // The request itself
  'invalid-input': notSent,
  'not-found': { ...refused, exit: 'usage' },
  'untrusted-sender': { ...notSent, exit: 'denied' },
  canceled: { ...provingNothing, scope: 'tenant', exit: 'interrupted' },
  /** A mistake in Tenant Desk, which may have struck before or after sending. */
  internal: { ...provingNothing, retryable: true, remedy: 'retry' },

  // Session
  'signed-out': noSession,
  /** The tenant does not accept the token any longer. A request with a refused token is not applied (RFC 9110, 15.5.2). */
  'session-expired': noSession,
  /** No token, because the tenant could not be asked for a new one; the request itself was not sent. */
  'renewal-failed': { ...noSession, retryable: true, remedy: 'retry', exit: 'unreachable' },
  'sign-in-canceled': { ...noSession, retryable: true },
  'sign-in-timed-out': { ...noSession, retryable: true },
  'sign-in-refused': noSession,
  'sign-in-state-mismatch': noSession,
  'id-token-invalid': noSession,
  'discovery-failed': { ...noSession, retryable: true, remedy: 'retry', exit: 'unreachable' },
  'discovery-not-json': { ...noSession, remedy: 'tenant-settings', exit: 'unreachable' },
  'issuer-mismatch': { ...noSession, remedy: 'tenant-settings' },
  /** An endpoint of the provider is on a host that nobody has confirmed for this tenant. */
  'sign-in-host-unconfirmed': { ...noSession, remedy: 'tenant-settings' },
  'keychain-unavailable': { ...noSession, remedy: 'unlock-keychain' },
  /** It answers, and takes no more entries: unlocking doesn't help. */
  'keychain-full': { ...noSession, remedy: 'none' },

  // Transport
  /** The request never left: no such host, no connection, no way through the proxy. */
  unreachable: offline,
  /** A proxy lets nothing through without a login, or not with the one that it was sent. */
  'proxy-login-required': { ...offline, retryable: false, remedy: 'settings' },
  'tls-failed': { ...offline, retryable: false, remedy: 'settings' },
  /** The connection broke after the request had begun to leave. */
  'connection-lost': { ...offline, effect: 'unknown' },
  'timed-out': { ...offline, effect: 'unknown' },
  /** HTTP 429 says that the request was not taken (RFC 6585, 4). */
  'rate-limited': { ...mayPass, scope: 'tenant' },
  'response-too-large': provingNothing,

  // What the tenant answered
  /** Any 5xx: a gateway may have given up on a request that the tenant is still carrying out. */
  'tenant-error': { ...mayPass, effect: 'unknown' },
  forbidden: refused,
  'refused-by-tenant': refused,
  /** The tenant wants to know again who asks, before anything else. */
  'challenge-required': noSession,
  /** Also a redirect: 302 and 303 are how many a server answers a form that it has taken (RFC 9110, 15.4.4). */
  'unexpected-response': { ...mayPass, effect: 'unknown' },
  'schema-mismatch': provingNothing,

  // Changes
  conflict: { ...stale, remedy: 'review-again' },
  'plan-outdated': { ...stale, remedy: 'review-again' },
  'confirmation-mismatch': notConfirmed,
  /** The plan sends a stored credential to a host that was not acknowledged in the review. */
  'hosts-not-acknowledged': notConfirmed,
  /** A stored credential would go where it does not belong; the person is asked, and the call repeated with the answer. */
  'credential-elsewhere': notConfirmed,
  /** Another window has saved the draft since this one read it. */
  'draft-changed': { ...stale, remedy: 'review-again' },
  'verification-failed': { ...openRun, remedy: 'review-again' },
  /** What was sent may or may not have taken effect, and looking did not tell yet. */
  'outcome-unknown': openRun,
  'interrupted-run': { ...notSent, exit: 'partly-applied' },

  // Files and storage
  'file-too-large': notSent,
  'file-not-json': notSent,
  'file-wrong-shape': notSent,
  'file-unreadable': notSent,
  'signature-refused': refused,
  /** The profile folder cannot be used, for a reason that is none of the following. */
  'storage-failed': storage,
  /** Another Tenant Desk has the profile folder open. */
  'profile-in-use': { ...stale, scope: 'tenant', retryable: true },
  /** No room, or no more of it for this user. Passes as soon as there is some. */
  'storage-full': { ...storage, retryable: true, remedy: 'retry' },
  /** The disk does not read or write, or somebody else holds the file. */
  'storage-unwritable': { ...storage, retryable: true, remedy: 'retry' },
  /** A page of the database cannot be read. The next start saves what can be. */
  'storage-damaged': storage,
  /** A record on disk that another version of Tenant Desk has written. */
  'record-unreadable': { ...notSent, exit: 'internal' },
  'profile-version-unknown': { ...notSent, exit: 'internal' },
} as const satisfies Record<string, ErrorProperties>;

export type ErrorCode = keyof typeof errorTable;

export const errorCodes: readonly ErrorCode[] = Object.keys(errorTable).filter(isErrorCode);

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text);
}

/** True when the same call may succeed later without any change. */
export function isRetryable(code: ErrorCode): boolean {
  return errorTable[code].retryable;
}

/** True for failures that say nothing about the one call: the next to the same tenant would fail alike. */
export function isTenantWide(code: ErrorCode): boolean {
  return errorTable[code].scope === 'tenant';
}

/** True when a write that failed so may have taken effect, or may yet. Only looking at the tenant tells. */
export function provesNothing(code: ErrorCode): boolean {
  return errorTable[code].effect === 'unknown';
}

/** True when the tenant itself said no, so that the write took no effect and would not the next time. */
export function isRefusal(code: ErrorCode): boolean {
  return errorTable[code].effect === 'refused';
}

/** True when the tenant could not be asked: a read may be answered with what it said last. */
export function answersFromCache(code: ErrorCode): boolean {
  return errorTable[code].answersFromCache;
}

/** True when the disk under the profile failed. What the tenant has is not concerned. */
export function isOfStorage(code: ErrorCode): boolean {
  return code.startsWith('storage-');
}

/** True when no connection to the tenant could be had or kept. */
export function isOffline(code: ErrorCode): boolean {
  return errorTable[code].isOffline;
}

/** True when nothing but a sign-in helps. */
export function needsSignIn(code: ErrorCode): boolean {
  return errorTable[code].remedy === 'sign-in';
}

/** Why the command line ends when a failure with this code ends it. */
export function exitReasonFor(code: ErrorCode): ExitReason {
  return errorTable[code].exit;
}

export function exitCodeFor(code: ErrorCode): number {
  return exitCodes[exitReasonFor(code)];
}

/** The one button to offer. A failure that its thrower calls final is not tried again whatever its code. */
export function remedyFor({ code, retryable }: Pick<DeskError, 'code' | 'retryable'>): Remedy {
  const { remedy } = errorTable[code];
  return remedy === 'retry' && !retryable ? 'none' : remedy;
}

/** The one error shape that crosses every border. Carries no stack trace and no secret. */
export interface DeskError {
  readonly code: ErrorCode;
  /** What happened, to which thing, and what the person can do. */
  readonly message: string;
  /** More for the curious and for support: an address, a status, what a tenant said. */
  readonly detail?: string | undefined;
  /** True when the same call may succeed later without any change. */
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
