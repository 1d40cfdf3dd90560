import { accountName } from '../../../contract/tenants/account-name.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { SessionUser } from '../../../contract/tenants/session.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { CallbackPage } from './callback-page.ts';
import { startLoopbackListener } from './loopback-listener.ts';
import type { AuthorizationRequest } from './open-id.ts';
import type { OpenIdCall } from './open-id-call.ts';
import { beginAuthorization, finishAuthorization } from './open-id.ts';
import { rejected, signInFailure } from './sign-in-failure.ts';
import type { TokenSet } from './token-set.ts';

export interface AttemptOptions {
  readonly call: Omit<OpenIdCall, 'signal'>;
  /** Timeout of the attempt, in milliseconds. */
  readonly limitMs: number;
  /** How long a late second callback still gets an explanatory page, in milliseconds. */
  readonly gracePeriodMs: number;
  /** Runs before the browser shows success, so that its page is accurate. */
  readonly accept: (tokens: TokenSet) => Promise<Accepted>;
  /** Called when `url` has changed because a browser used the previous one. */
  readonly onNewUrl: () => void;
}

/** Result of accepting tokens: `confirming` if the user has to confirm the account first. */
export type Accepted = 'signed-in' | 'confirming';

/** A sign-in in progress: a URL to open and an outcome. Not reusable. */
export interface SignInAttempt {
  /** Starts the sign-in in the first browser that opens it; replaced after use. */
  readonly url: string;
  readonly startedAt: number;
  readonly expiresAt: number;
  /** Resolves to undefined after success, otherwise to the failure. Never rejects. */
  readonly outcome: Promise<DeskFailure | undefined>;
  cancel(): void;
}

/** Starts the loopback listener and creates the URL to open. */
export async function startAttempt(options: AttemptOptions): Promise<SignInAttempt> {
  const controller = new AbortController();
  const call: OpenIdCall = { ...options.call, signal: controller.signal };
  const tenantName = call.profile.name;
  const outcome = Promise.withResolvers<DeskFailure | undefined>();
  let request: AuthorizationRequest | undefined;

  async function take(callback: URL): Promise<CallbackPage> {
    try {
      if (request === undefined) throw stateMismatch(tenantName);
      const tokens = await redeem(call, request, callback);
      controller.signal.throwIfAborted();
      const accepted = await options.accept(tokens);
      outcome.resolve(undefined);
      return accepted === 'signed-in'
        ? successPage(tenantName, tokens.user)
        : confirmPage(tenantName, tokens.user);
    } catch (error) {
      const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
      const failed = signInFailure(reason, call.profile);
      outcome.resolve(failed);
      return failurePage(tenantName, failed);
    }
  }

  const listener = await startLoopbackListener({
    limitSeconds: Math.ceil(options.limitMs / 1000),
    authorizationUrl() {
      if (request === undefined) throw stateMismatch(tenantName);
      return request.url;
    },
    onStarted() {
      url = listener.newStartUrl();
      options.onNewUrl();
    },
    // An unrelated callback must not end this sign-in: any page can send a browser here.
    reject: (callback) =>
      isOwnState(request, callback) ? undefined : failurePage(tenantName, stateMismatch(tenantName)),
    take,
  });
  try {
    request = await beginAuthorization(call, listener.redirectUri);
  } catch (error) {
    listener.close();
    throw signInFailure(error, call.profile);
  }
  let url = listener.newStartUrl();

  const end = (reason: DeskFailure): void => {
    listener.retire();
    controller.abort(reason);
    outcome.resolve(reason);
  };
  const timer = setTimeout(() => end(timedOut(tenantName, options.limitMs)), options.limitMs);
  void outcome.promise.then(() => {
    clearTimeout(timer);
    listener.retire();
    setTimeout(() => listener.close(), options.gracePeriodMs).unref();
  });
  const startedAt = call.now();
  return {
    get url() {
      return url;
    },
    startedAt,
    expiresAt: startedAt + options.limitMs,
    outcome: outcome.promise,
    cancel: () => end(failure('sign-in-canceled', `The sign-in to ${tenantName} was canceled.`)),
  };
}

async function redeem(call: OpenIdCall, request: AuthorizationRequest, callback: URL): Promise<TokenSet> {
  const query = callback.searchParams;
  if (!query.has('code') && !query.has('error'))
    throw rejected(call.profile.name, 'the response has neither a code nor an error', undefined);
  // An error only counts from the right issuer, like a code (RFC 9207, section 2.4): the library validates `iss` first.
  return finishAuthorization(call, request, callback);
}

function isOwnState(request: AuthorizationRequest | undefined, { searchParams }: URL): boolean {
  const states = searchParams.getAll('state');
  return request !== undefined && states.length === 1 && states[0] === request.state;
}

function stateMismatch(tenantName: string): DeskFailure {
  return failure(
    'sign-in-state-mismatch',
    `This response was ignored: its state doesn’t belong to the current sign-in to ${tenantName}. Continue in the tab that Tenant Desk opened, or start again.`,
  );
}

function timedOut(tenantName: string, limitMs: number): DeskFailure {
  return failure(
    'sign-in-timed-out',
    `The sign-in to ${tenantName} timed out after ${Math.max(1, Math.round(limitMs / 60_000))} min. Sign in again.`,
  );
}

function successPage(tenantName: string, user: SessionUser): CallbackPage {
  return {
    status: 200,
    heading: `You are signed in to ${tenantName}`,
    text: `Signed in as ${accountName(user)}. Close this tab and return to Tenant Desk.`,
  };
}

function confirmPage(tenantName: string, user: SessionUser): CallbackPage {
  return {
    status: 200,
    heading: 'Confirm the account in Tenant Desk',
    text: `You signed in to ${tenantName} as ${accountName(user)}, a different account than last time. Return to Tenant Desk and confirm it. You can close this tab.`,
  };
}

function failurePage(tenantName: string, failed: DeskFailure): CallbackPage {
  return {
    status: 400,
    heading: `Not signed in to ${tenantName}`,
    text: `${failed.error.message} You can close this tab.`,
  };
}
