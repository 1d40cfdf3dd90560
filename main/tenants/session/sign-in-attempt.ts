import { accountName } from '../../../contract/tenants/account-name.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { SessionUser } from '../../../contract/tenants/session.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { CallbackPage } from './callback-page.ts';
import { startLoopbackListener } from './loopback-listener.ts';
import type { AuthorizationRequest } from './open-id.ts';
import type { OpenIdCall } from './open-id-call.ts';
import { beginAuthorization, finishAuthorization } from './open-id.ts';
import { refused, signInFailure } from './sign-in-failure.ts';
import type { TokenSet } from './token-set.ts';

export interface AttemptOptions {
  readonly call: Omit<OpenIdCall, 'signal'>;
  /** Milliseconds after which the attempt is given up. */
  readonly limitMs: number;
  /** Milliseconds for which a late second callback still gets a page that explains itself. */
  readonly gracePeriodMs: number;
  /** Runs before the browser is told of a success, so that its page speaks the truth. */
  readonly accept: (tokens: TokenSet) => Promise<Accepted>;
  /** Called when `url` has changed, since a browser has used the one before. */
  readonly onNewUrl: () => void;
}

/** What became of the tokens: `confirming` when a person must say first whether the account is right. */
export type Accepted = 'signed-in' | 'confirming';

/** One sign-in under way: a URL to open and an outcome. Never used twice. */
export interface SignInAttempt {
  /** Begins the sign-in in the browser that loads it first; the next one is here after that. */
  readonly url: string;
  readonly startedAt: number;
  readonly expiresAt: number;
  /** Resolves to undefined after a success, else to why there is none. Never rejects. */
  readonly outcome: Promise<DeskFailure | undefined>;
  cancel(): void;
}

/** Starts to listen on the loopback address and makes the URL to open. */
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
    // What belongs to nobody's sign-in must not end this one: anybody can send a browser here.
    refuse: (callback) =>
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
    throw refused(call.profile.name, 'it sent neither a code nor a reason', undefined);
  // An error counts only from the right issuer, like a code (RFC 9207, section 2.4): the library checks `iss` before it.
  return finishAuthorization(call, request, callback);
}

function isOwnState(request: AuthorizationRequest | undefined, { searchParams }: URL): boolean {
  const states = searchParams.getAll('state');
  return request !== undefined && states.length === 1 && states[0] === request.state;
}

function stateMismatch(tenantName: string): DeskFailure {
  return failure(
    'sign-in-state-mismatch',
    `The browser came back with an answer that does not belong to this sign-in to ${tenantName} (wrong or missing state). It was not used, and the sign-in goes on: finish it in the tab that Tenant Desk opened, or begin again there.`,
  );
}

function timedOut(tenantName: string, limitMs: number): DeskFailure {
  return failure(
    'sign-in-timed-out',
    `The sign-in to ${tenantName} was not finished within ${Math.max(1, Math.round(limitMs / 60_000))} min. Begin again.`,
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
    text: `You signed in to ${tenantName} as ${accountName(user)}, which is not the account used last. Return to Tenant Desk and confirm it. You can close this tab.`,
  };
}

function failurePage(tenantName: string, failed: DeskFailure): CallbackPage {
  return {
    status: 400,
    heading: `You are not signed in to ${tenantName}`,
    text: `${failed.error.message} You can close this tab.`,
  };
}
