import { z } from 'zod';
import type { SessionState } from '../../contract/tenants/session.ts';
import type { FoundationOptions } from '../../main/app/foundation.ts';
import type { FakeProvider } from '../fakes/identity-provider.ts';
import { startFakeProvider } from '../fakes/identity-provider.ts';
import type { TestFoundation } from '../integration/desk-foundation.ts';
import { followSignIn } from './a-browser.ts';
import { callContext, startFoundation, tenantAt } from '../integration/desk-foundation.ts';

/** An app with one tenant, whose provider misbehaves on command. */
export interface SessionDesk extends AsyncDisposable {
  readonly provider: FakeProvider;
  readonly desk: TestFoundation;
  readonly tenantId: string;
  /** The current session. */
  state(): SessionState;
  /** Signs in through the loopback URL; returns the session after that. */
  signIn(): Promise<SessionState>;
  /** Reads something from the tenant. */
  read(): Promise<unknown>;
  /** Makes the tenant reject its access token, so that the next read needs another. */
  rejectAccessToken(): void;
}

export async function aSessionDesk(options: Partial<FoundationOptions> = {}): Promise<SessionDesk> {
  const provider = await startFakeProvider();
  const desk = startFoundation(options);
  const { sessions, tenants, client } = desk.foundation;
  const { id: tenantId } = await tenants.add(tenantAt(provider.origin));

  return {
    provider,
    desk,
    tenantId,
    state: () => sessions.status(tenantId),
    async signIn() {
      const begun = await sessions.signIn(tenantId, new AbortController().signal);
      if (begun.state !== 'signing-in') throw new Error(`The session is ${begun.state}.`);
      const end = desk.host.next('session.changed', ({ state }) => state !== 'signing-in');
      await (await followSignIn(begun.url)).text();
      return await end;
    },
    read: () =>
      client.manage(
        {
          tenantId,
          path: '/SaasManage/GetScript',
          result: z.looseObject({}),
          purpose: 'read a script',
        },
        callContext(),
      ),
    rejectAccessToken: () => provider.validTokens.clear(),
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}
