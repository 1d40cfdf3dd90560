import type { NativeTheme } from 'electron';
import { expect, it } from 'vitest';
import type { SessionState } from '../../../../contract/session.ts';
import { createElectronHost } from './electron-host.ts';

function open() {
  const nativeTheme: Pick<NativeTheme, 'themeSource'> = { themeSource: 'system' };
  const done = { forward: 0 };
  const host = createElectronHost({
    files: {
      openFile: async () => undefined,
      saveFile: async () => undefined,
      chooseFolder: async () => undefined,
    },
    shell: { openExternal: async () => undefined },
    clipboard: { writeText: async () => undefined },
    nativeTheme,
    window: () => undefined,
    comeForward: () => (done.forward += 1),
  });
  const tell = (...states: readonly SessionState[]) => {
    for (const state of states) host.emit('session.changed', state);
    return done.forward;
  };
  return { tell };
}

const signingIn = (tenantId: string): SessionState => ({
  tenantId,
  state: 'signing-in',
  url: 'https://acme.example/authorize',
  startedAt: 1,
  expiresAt: 2,
});
const signedIn = (tenantId: string): SessionState => ({
  tenantId,
  state: 'signed-in',
  user: { subject: 'u' },
  expiresAt: 2,
  canRefresh: true,
  keptIn: 'memory',
});
const signedOut = (tenantId: string): SessionState => ({ tenantId, state: 'signed-out' });

it('comes forward when a sign-in is done, once', () => {
  expect(open().tell(signingIn('a'), signedIn('a'), signedIn('a'))).toBe(1);
});

it('interrupts nobody for a session that is taken up or renewed', () => {
  expect(open().tell(signedOut('a'), signedIn('a'), signedIn('a'))).toBe(0);
});

it('interrupts nobody for a sign-in that was given up, and for another tenant', () => {
  const { tell } = open();
  expect(tell(signingIn('a'), signedOut('a'), signedIn('a'))).toBe(0);
  expect(tell(signingIn('a'), signedIn('b'))).toBe(0);
});
