import type { NativeTheme } from 'electron';
import { expect, it } from 'vitest';
import type { SessionState } from '../../../../contract/tenants/session.ts';
import { createElectronHost } from './electron-host.ts';

function open(platform: NodeJS.Platform = 'linux') {
  const opened: string[] = [];
  const nativeTheme: Pick<NativeTheme, 'themeSource'> = { themeSource: 'system' };
  const done = { forward: 0, shown: 0 };
  const host = createElectronHost({
    files: {
      openFile: async () => undefined,
      saveFile: async () => undefined,
      chooseFolder: async () => undefined,
    },
    shell: { openExternal: async (url) => void opened.push(url) },
    platform,
    secretLinks: { write: async () => '/profile/open-sign-in-1.html' },
    clipboard: { writeText: async () => undefined },
    nativeTheme,
    showShortcuts: () => undefined,
    notify: () => undefined,
    showProgress: () => undefined,
    emit: () => undefined,
    comeForward: () => (done.forward += 1),
    presence: undefined,
    show: () => (done.shown += 1),
  });
  const emitStates = (...states: readonly SessionState[]) => {
    for (const state of states) host.emit('session.changed', state);
    return done.forward;
  };
  return { host, opened, emitStates };
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
  storedIn: 'memory',
});
const signedOut = (tenantId: string): SessionState => ({ tenantId, state: 'signed-out' });

it('comes to the front once when a sign-in is complete', () => {
  expect(open().emitStates(signingIn('a'), signedIn('a'), signedIn('a'))).toBe(1);
});

it('stays in the background when a session is restored or renewed', () => {
  expect(open().emitStates(signedOut('a'), signedIn('a'), signedIn('a'))).toBe(0);
});

it('stays in the background for an abandoned sign-in, and for another tenant', () => {
  const { emitStates } = open();
  expect(emitStates(signingIn('a'), signedOut('a'), signedIn('a'))).toBe(0);
  expect(emitStates(signingIn('a'), signedIn('b'))).toBe(0);
});

it.each([
  ['linux', 'file:///profile/open-sign-in-1.html'],
  ['darwin', 'http://127.0.0.1:1/start/secret'],
  ['win32', 'http://127.0.0.1:1/start/secret'],
] as const)('passes a secret URL so that no other user can read it on %s', async (platform, expected) => {
  const { host, opened } = open(platform);
  await host.openExternal('http://127.0.0.1:1/start/secret', { isSecret: true });
  await host.openExternal('https://docs.example/');
  expect(opened).toEqual([expected, 'https://docs.example/']);
});

it('comes to the front when an account waits for confirmation', () => {
  const { emitStates } = open();
  const user = { subject: 'u' };
  expect(
    emitStates(signingIn('acme'), {
      tenantId: 'acme',
      state: 'confirming',
      user,
      lastUser: user,
      expiresAt: 2,
    }),
  ).toBe(1);
});
