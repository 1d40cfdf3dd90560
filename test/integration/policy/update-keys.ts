import { expect, onTestFinished } from 'vitest';
import type { Policy } from '../../../contract/policy/policy.ts';
import { anUpdateServer } from '../../builders/an-update-server.ts';
import { callContext } from '../desk-foundation.ts';
import type { EnforcedKeys } from './policy-call.ts';
import { deniedBy, startServices, temporaryFolder } from './policy-call.ts';

/** What version 1.0.0 under this policy finds on a server that offers 1.1.0. */
async function checkForUpdates(policy: (feedUrl: string) => Policy, namesFeed = true) {
  const server = await anUpdateServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  server.offer();
  const services = await startServices(policy(server.feedUrl), temporaryFolder(), {
    version: '1.0.0',
    release: {
      publicKey: server.key.publicKey,
      feedUrl: namesFeed ? server.feedUrl : 'https://updates.invalid/',
    },
    installation: { kind: 'appimage', arch: 'x64', install: async () => undefined },
  });
  const check = () => services.handlers['updates.check'](undefined, callContext());
  return { server, check };
}

async function checkUpdates(): Promise<void> {
  expect(await (await checkForUpdates(() => ({}))).check()).toMatchObject({ update: { canInstall: true } });
  const off = await checkForUpdates(() => ({ updates: 'off' }));
  await expect(off.check()).rejects.toMatchObject(deniedBy('updates'));
  expect(off.server.requests).toEqual([]);
  const notify = await checkForUpdates(() => ({ updates: 'notify' }));
  expect(await notify.check()).toMatchObject({ update: { canInstall: false }, download: { state: 'none' } });
}

async function checkUpdateFeed(): Promise<void> {
  const { check } = await checkForUpdates((updateFeed) => ({ updateFeed }), false);
  expect(await check()).toMatchObject({ update: { version: '1.1.0' } });
}

async function checkMaxVersion(): Promise<void> {
  const { check } = await checkForUpdates(() => ({ maxVersion: '1.0.9' }));
  expect(await check()).toMatchObject({ update: { withheld: 'policy' }, download: { state: 'none' } });
}

/** Keys about new versions. */
export const updateKeys = {
  updates: { promise: 'nothing is looked for, or nothing is downloaded', check: checkUpdates },
  updateFeed: { promise: 'is read instead of the publisher’s', check: checkUpdateFeed },
  maxVersion: { promise: 'a newer version isn’t offered', check: checkMaxVersion },
} satisfies EnforcedKeys;
