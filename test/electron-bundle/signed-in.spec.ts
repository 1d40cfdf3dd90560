import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Plan } from '../../contract/changes/changes.ts';
import { signInByForm } from '../integration/sign-in-by-form.ts';
import type { StartedDesk } from './started-desk.ts';
import { startDesk } from './started-desk.ts';

let started: StartedDesk;
let tenantId: string;

beforeAll(async () => {
  started = await startDesk();
});

afterAll(() => started.dispose());

it('comes to the front when the browser has finished a sign-in', async () => {
  const { desk, electron, window } = started;
  await expect.poll(async () => (await desk.tenants.list()).length).toBe(2);
  const staging = (await desk.tenants.list()).find(({ name }) => name === 'Sandbox Staging');
  if (staging === undefined) throw new Error('There is no sandbox.');
  tenantId = staging.id;
  await desk.session.signIn({ tenantId });
  expect(window.isFocused).toBe(false);
  await signInByForm(electron.opened.at(-1) ?? '');
  await expect
    .poll(async () => (await desk.session.list()).find((session) => session.tenantId === tenantId)?.state)
    .toBe('signed-in');
  expect(window.isFocused).toBe(true);
});

/** Suspends the embedded tenant, so that it neither responds nor ends. */
function hold(isHeld: boolean): void {
  const [{ pid } = { pid: undefined }] = started.electron.processes;
  if (pid === undefined) throw new Error('The embedded tenant does not run.');
  process.kill(pid, isHeld ? 'SIGSTOP' : 'SIGCONT');
}

async function planNewOrigin(origin: string): Promise<Plan> {
  const { data } = await started.desk.origins.get({ tenantId, freshness: 'tenant-first' });
  const base = { origins: data.origins };
  return started.desk.changes.plan({
    tenantId,
    request: {
      from: 'edits',
      edits: [{ kind: 'origins', targetId: 'origins', base, wanted: { origins: [...base.origins, origin] } }],
    },
  });
}

it('asks before it closes a window that reports unsaved edits', async () => {
  const { desk, electron, window } = started;
  await desk.app.noteUnsaved({ count: 2 });
  window.close();
  await expect.poll(() => electron.messageBoxes.length).toBe(1);
  expect(electron.messageBoxes[0]).toMatchObject({ message: 'You have unsaved changes.', cancelId: 0 });
  expect([window.isDestroyed(), window.isShown]).toEqual([false, true]);
  await desk.app.noteUnsaved({ count: 0 });
  electron.messageBoxes.length = 0;
});

it('notifies when a run ends behind another program, and a click opens where it is recorded', async () => {
  const { desk, electron, window } = started;
  window.isFocused = true;
  const seen = await planNewOrigin('https://seen.example');
  await desk.changes.apply({ planId: seen.id });
  expect(electron.notifications).toEqual([]);

  window.isFocused = false;
  const unseen = await planNewOrigin('https://unseen.example');
  await desk.changes.apply({ planId: unseen.id });
  expect(electron.notifications.map(({ options }) => options)).toEqual([
    { title: 'Changes finished', body: 'Sandbox Staging: 1 change finished. The receipt is in History.' },
  ]);
  expect(electron.app.badgeCount).toBe(1);
  expect(window.progress.at(-1)).toBe(-1);
  electron.notifications[0]?.emit('click');
  expect(window.isFocused).toBe(true);
  expect(await desk.links.takeArrived()).toEqual([
    { state: 'opened', place: { scope: 'global', view: 'history', rest: [] }, planId: unseen.id },
  ]);

  await desk.settings.update({ notifications: { plans: false, exports: true, syncs: true, jobs: true } });
  window.isFocused = false;
  await desk.changes.apply({ planId: (await planNewOrigin('https://unreported.example')).id });
  expect(electron.notifications).toHaveLength(1);
});

it.skipIf(process.platform === 'win32')(
  'asks before it quits while a change is being applied, continues if the user waits, and quits if the user insists',
  async () => {
    const { desk, electron, window } = started;
    const plan = await planNewOrigin('https://waits.example');
    hold(true);
    const applied = desk.changes.apply({ planId: plan.id });
    await expect
      .poll(async () => (await desk.changes.open()).map(({ isRunning }) => isRunning))
      .toEqual([true]);
    window.close();
    await expect.poll(() => electron.messageBoxes.length).toBe(1);
    expect(electron.messageBoxes[0]).toMatchObject({
      message: 'A change is being applied.',
      buttons: ['Wait', 'Quit anyway'],
      defaultId: 0,
      cancelId: 0,
    });
    expect([window.isDestroyed(), window.isShown]).toEqual([false, true]);
    hold(false);
    expect(await applied).toMatchObject({ state: 'finished', counts: { verified: 1 } });

    const next = await planNewOrigin('https://is-cut-off.example');
    hold(true);
    const cutOff = desk.changes.apply({ planId: next.id }).catch(() => undefined);
    await expect
      .poll(async () => (await desk.changes.open()).map(({ isRunning }) => isRunning))
      .toEqual([true]);
    electron.responses.messageBox = { response: 1, checkboxChecked: false };
    electron.app.quit();
    await expect.poll(() => electron.messageBoxes.length).toBe(2);
    hold(false);
    expect(await electron.app.exited).toBe(0);
    await cutOff;
  },
);
