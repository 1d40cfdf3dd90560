import type { DeskFailure } from '../../../contract/desk-failure.ts';
import { failure } from '../../platform/failure.ts';
import type { CallbackPage } from './callback-page.ts';
import { startLoopbackListener } from './loopback-listener.ts';
import type { AuthorizationRequest, OpenIdCall } from './open-id.ts';
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
  readonly accept: (tokens: TokenSet) => Promise<void>;
}

/** One sign-in under way: an address to open and an outcome. Never used twice. */
export interface SignInAttempt {
  readonly url: string;
  readonly startedAt: number;
  readonly expiresAt: number;
  /** Resolves to undefined after a success, else to why there is none. Never rejects. */
  readonly outcome: Promise<DeskFailure | undefined>;
  cancel(): void;
}

/** Starts to listen on the loopback address and makes the address to open. */
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
      await options.accept(tokens);
      outcome.resolve(undefined);
      return successPage(tenantName);
    } catch (error) {
      const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
      const failed = signInFailure(reason, tenantName);
      outcome.resolve(failed);
      return failurePage(tenantName, failed);
    }
  }

  const listener = await startLoopbackListener({
    // What belongs to nobody's sign-in must not end this one: anybody can send a browser here.
    refuse: (callback) =>
      isOwnState(request, callback) ? undefined : failurePage(tenantName, stateMismatch(tenantName)),
    take,
  });
  try {
    request = await beginAuthorization(call, listener.redirectUri);
  } catch (error) {
    listener.close();
    throw signInFailure(error, tenantName);
  }

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
    url: request.url,
    startedAt,
    expiresAt: startedAt + options.limitMs,
    outcome: outcome.promise,
    cancel: () => end(failure('sign-in-cancelled', `The sign-in to ${tenantName} was cancelled.`)),
  };
}

async function redeem(call: OpenIdCall, request: AuthorizationRequest, callback: URL): Promise<TokenSet> {
  const query = callback.searchParams;
  const error = query.get('error');
  if (error !== null) throw refused(call.profile.name, error, query.get('error_description') ?? undefined);
  if (!query.has('code')) throw refused(call.profile.name, 'it sent neither a code nor a reason', undefined);
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

function successPage(tenantName: string): CallbackPage {
  return {
    status: 200,
    heading: `You are signed in to ${tenantName}`,
    text: 'Close this tab and return to Tenant Desk.',
  };
}

function failurePage(tenantName: string, failed: DeskFailure): CallbackPage {
  return {
    status: 400,
    heading: `You are not signed in to ${tenantName}`,
    text: `${failed.error.message} You can close this tab.`,
  };
}
