import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { accountName } from '../../../contract/tenants/account-name.ts';
import type { SessionState } from '../../../contract/tenants/session.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { hasDisplay } from '../../platform/host/has-display.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import type { Desk } from '../desk/desk.ts';
import { definesTenant } from '../state/run-environment.ts';
import { finishByPasting } from './finish-by-pasting.ts';

export interface LoginOptions {
  readonly browser: boolean;
  readonly switchAccount?: true | undefined;
}

type SignedIn = Extract<SessionState, { state: 'signed-in' }>;

/** Signs in to a tenant. Throws why there is no session afterwards. */
export async function login(
  context: Context,
  name: string | undefined,
  options: LoginOptions,
): Promise<void> {
  if (definesTenant(context.env)) {
    throw failure(
      'invalid-input',
      'TDESK_TENANT_URL is set: this run signs in with TDESK_TOKEN or a client secret.',
    );
  }
  const desk = await context.desk({ opensBrowser: options.browser });
  const profile = await context.tenant(name);
  await requireKeychain(desk);
  const session = await signIn(context, desk, profile, options);
  await context.output.print({
    verb: 'login',
    data: {
      tenant: describeTenant(profile),
      user: session.user,
      expiresAt: new Date(session.expiresAt).toISOString(),
      storedIn: session.storedIn,
    },
    text: () => `Signed in to ${profile.name} as ${accountName(session.user)}.`,
  });
}

/** A session in the memory of this process would end with it. That of a window lasts as long as the window. */
async function requireKeychain(desk: Desk): Promise<void> {
  const { host, keychain } = await desk.call('app.info', undefined);
  if (keychain.available || host !== 'command') return;
  throw failure(
    'keychain-unavailable',
    `There is no keychain to store the session in. ${keychain.reason ?? ''} Or set TDESK_TENANT_URL and TDESK_TOKEN.`,
  );
}

async function signIn(
  context: Context,
  desk: Desk,
  profile: TenantProfile,
  options: LoginOptions,
): Promise<SignedIn> {
  const { id: tenantId } = profile;
  const begun = await desk.call('session.signIn', { tenantId });
  if (begun.state !== 'signing-in') return await requireSignedIn(context, desk, begun, options);
  const ended = afterSignIn(context, desk, tenantId);
  try {
    await goToBrowser(context, begun.url, profile, options);
    return await requireSignedIn(context, desk, await ended.state, options);
  } catch (error) {
    await desk.call('session.cancelSignIn', { tenantId }, { signal: AbortSignal.timeout(2000) });
    throw error;
  } finally {
    ended.stop();
  }
}

async function goToBrowser(
  context: Context,
  url: string,
  { name }: TenantProfile,
  { browser }: LoginOptions,
): Promise<void> {
  const { platform } = process;
  if (!browser || !hasDisplay({ platform, env: context.env })) return await finishByPasting(context, url);
  context.output.say(
    `Sign in to ${name} in the browser that opens now. If none opens, open this link once:\n${url}`,
  );
}

/** The state once the browser has come back. Rejects when the command is stopped. */
function afterSignIn(
  { signal }: Context,
  desk: Desk,
  tenantId: string,
): { readonly state: Promise<SessionState>; stop(): void } {
  const { promise, resolve, reject } = Promise.withResolvers<SessionState>();
  promise.catch(() => undefined);
  const stopListening = desk.on('session.changed', (state) => {
    if (state.tenantId === tenantId && state.state !== 'signing-in') resolve(state);
  });
  const onAbort = (): void => reject(failure('canceled', 'The sign-in was canceled.'));
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    state: promise,
    stop() {
      stopListening();
      signal.removeEventListener('abort', onAbort);
    },
  };
}

async function requireSignedIn(
  context: Context,
  desk: Desk,
  state: SessionState,
  options: LoginOptions,
): Promise<SignedIn> {
  if (state.state === 'signed-in') return state;
  if (state.state === 'confirming') {
    const isRight = await confirmsAccount(context, desk, state, options);
    const after = await desk.call('session.confirmAccount', { tenantId: state.tenantId, isRight });
    if (isRight && after.state === 'signed-in') return after;
    throw failure('sign-in-canceled', 'The other account was not used. You are not signed in with it.');
  }
  const error = state.state === 'signed-out' ? state.error : undefined;
  throw error === undefined
    ? failure('sign-in-canceled', 'The sign-in was canceled.')
    : new DeskFailure(error);
}

async function confirmsAccount(
  context: Context,
  desk: Desk,
  { user, lastUser, tenantId }: Extract<SessionState, { state: 'confirming' }>,
  { switchAccount }: LoginOptions,
): Promise<boolean> {
  if (switchAccount === true) return true;
  const [now, before] = [accountName(user), accountName(lastUser)];
  try {
    const response = await context.ask(
      `You signed in as ${now}; last time it was ${before}. Use ${now}? [y/N] `,
      `You signed in as ${now}; last time it was ${before}. To accept that, add --switch-account.`,
    );
    return /^y(es)?$/i.test(response.trim());
  } catch (error) {
    await desk.call('session.confirmAccount', { tenantId, isRight: false });
    throw error;
  }
}
