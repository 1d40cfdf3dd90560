import { PassThrough } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { startBrowserDesk } from '../../../main/app/browser.ts';
import { startBrowser } from '../../../main/command/browser/start-browser.ts';
import { createOutput } from '../../../main/command/output/output.ts';
import { openDesk } from '../../../main/command/desk/open-desk.ts';
import { setAll } from '../../builders/requests.ts';
import type { EnforcedKeys } from './policy-call.ts';
import { call, deniedBy, managed, reached, temporaryFolder } from './policy-call.ts';

async function checkDisableSecretExport(): Promise<void> {
  const policy = { disableSecretExport: true };
  const what = {
    ...{ tenantId: 't', webhookIds: ['w'], fileName: 'webhooks' },
    ...{ includeUrls: false, includeHeaders: false },
  };
  const denied = deniedBy('disableSecretExport');
  expect(await call(policy, 'migration.export', { ...what, includeUrls: true })).toMatchObject(denied);
  expect(await call(policy, 'migration.export', { ...what, includeHeaders: true })).toMatchObject(denied);
  expect(await call(policy, 'migration.export', what)).toMatchObject(reached);
  const backup = { passphrase: 'correct horse battery', includesSecrets: true };
  expect(await call(policy, 'backup.create', backup)).toMatchObject(denied);
  expect(await call(policy, 'backup.create', { ...backup, includesSecrets: false })).toMatchObject(reached);
}

async function checkDisableBrowserMode(): Promise<void> {
  const profileFolder = temporaryFolder();
  const starting = startBrowserDesk({
    profileFolder,
    port: 0,
    rendererFolder: profileFolder,
    tenantEntry: 'never started',
    version: '0.0.0-test',
    policy: managed({ disableBrowserMode: true }),
    openUrl: undefined,
    say: () => undefined,
  });
  await expect(starting).rejects.toMatchObject(deniedBy('disableBrowserMode'));
  // Before it shows one that is running.
  const written = new PassThrough();
  const byCommand = startBrowser(
    {
      ...{ env: {}, folder: profileFolder, signal: new AbortController().signal },
      output: createOutput({
        ...{ stdout: written, stderr: written, format: 'json' },
        ...{ isChosen: true, isQuiet: false, isVerbose: true },
      }),
    },
    { open: false },
    {
      ...{ rendererFolder: profileFolder, tenantEntry: 'never started' },
      policy: managed({ disableBrowserMode: true }),
    },
  );
  await expect(byCommand).rejects.toMatchObject(deniedBy('disableBrowserMode'));
  expect(written.readableLength).toBe(0);
}

async function checkDisableCommandApply(): Promise<void> {
  const policy = { disableCommandApply: true };
  const denied = deniedBy('disableCommandApply');
  const ofPlan = { planId: 'p' };
  for (const name of [
    'changes.apply',
    'changes.resume',
    'changes.takeBack',
    'provisional.restore',
  ] as const) {
    expect(await call(policy, name, ofPlan, 'command')).toMatchObject(denied);
    expect(await call(policy, name, ofPlan, 'window')).toMatchObject(reached);
  }
  const request = setAll('note', ['n1'], { owner: 'Grace' });
  expect(await call(policy, 'changes.plan', { tenantId: 't', request }, 'command')).toMatchObject(reached);
  // The command line's own way to the services.
  const desk = await openDesk({
    folder: temporaryFolder(),
    version: '0.0.0-test',
    policy: managed(policy),
    env: {},
    signal: new AbortController().signal,
    isOwnRun: true,
  });
  onTestFinished(() => desk.close());
  await expect(desk.call('changes.apply', ofPlan)).rejects.toMatchObject(denied);
}

async function checkDisableCommandConfirmation(): Promise<void> {
  const policy = { disableCommandConfirmation: true };
  const denied = deniedBy('disableCommandConfirmation');
  const confirmations = [
    { confirmation: 'Acme' },
    { acknowledged: 'Apply even though' },
    { acknowledgedHosts: ['a.example'] },
  ];
  for (const confirmed of confirmations) {
    const input = { planId: 'p', ...confirmed };
    expect(await call(policy, 'changes.apply', input, 'command')).toMatchObject(denied);
    expect(await call(policy, 'changes.apply', input, 'window')).toMatchObject(reached);
  }
  const plain = { planId: 'p', acknowledgedHosts: [] };
  expect(await call(policy, 'changes.apply', plain, 'command')).toMatchObject(reached);
}

/** Keys about the ways to work, and what leaves the profile. */
export const hostKeys = {
  disableSecretExport: {
    promise: 'webhooks are exported, and profiles backed up, without credentials',
    check: checkDisableSecretExport,
  },
  disableBrowserMode: { promise: 'the browser host doesn’t start', check: checkDisableBrowserMode },
  disableCommandApply: { promise: 'the command line applies nothing', check: checkDisableCommandApply },
  disableCommandConfirmation: {
    promise: 'the command line confirms and accepts nothing',
    check: checkDisableCommandConfirmation,
  },
} satisfies EnforcedKeys;
