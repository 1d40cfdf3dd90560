import { afterAll, beforeAll, expect, vi } from 'vitest';
import { signInByForm } from '../integration/sign-in-by-form.ts';
import type { StartedDesk } from './started-desk.ts';
import { startDesk } from './started-desk.ts';

/** The packaged product under the fake Electron, signed in to the first of its built-in tenants. */
export interface SignedInDesk {
  readonly started: StartedDesk;
  readonly tenantId: string;
}

/** Call it once at the top of a spec file. */
export function useSignedInDesk(): SignedInDesk {
  let now: SignedInDesk | undefined;
  const signedIn = (): SignedInDesk => {
    if (now === undefined) throw new Error('There is a desk only while specs run.');
    return now;
  };

  beforeAll(async () => {
    const started = await startDesk({ isPackaged: true });
    const { desk, electron } = started;
    await become(async () => (await desk.tenants.list()).length === 2);
    const tenantId = (await desk.tenants.list())[0]?.id ?? '';
    now = { started, tenantId };
    await desk.session.signIn({ tenantId });
    await become(() => electron.opened.length === 1);
    await signInByForm(electron.opened[0] ?? '');
    await become(async () => (await desk.session.status({ tenantId })).state === 'signed-in');
  });
  afterAll(async () => {
    const { electron, dispose } = signedIn().started;
    electron.app.quit();
    await electron.app.exited;
    await dispose();
  });

  return {
    get started() {
      return signedIn().started;
    },
    get tenantId() {
      return signedIn().tenantId;
    },
  };
}

/** Polls until the condition is met: hooks have no `expect.poll`. */
function become(isSo: () => boolean | Promise<boolean>): Promise<void> {
  return vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 30_000, interval: 100 });
}
