import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventPayload } from '../../contract/bridge/events.ts';
import type { StartedDesk } from './started-desk.ts';
import { startDesk } from './started-desk.ts';

let started: StartedDesk;

beforeAll(async () => {
  started = await startDesk({ isPackaged: true });
});

afterAll(async () => {
  started.electron.app.quit();
  await started.electron.app.exited;
  await started.dispose();
});

const log = () => readFile(join(started.profileFolder, 'log', 'desk.log'), 'utf8');

describe('a fatal error in the embedded tenant', () => {
  it('ends the tenant and not the app, which logs it, reports it and restarts the tenant', async () => {
    const { desk, electron } = started;
    await expect.poll(() => desk.app.sandbox()).toEqual({ state: 'running' });
    const seen: EventPayload<'sandbox.changed'>[] = [];
    desk.on('sandbox.changed', (status) => seen.push(status));
    const [tenant] = electron.processes;
    const ended = new Promise((resolve) => tenant?.once('exit', resolve));

    tenant?.emit('error', 'FatalError', 'v8::internal::Heap', '{}');
    process.kill(tenant?.pid ?? 0, 'SIGABRT');
    await ended;

    await expect.poll(() => desk.app.sandbox()).toEqual({ state: 'running' });
    expect(seen).toEqual([
      { state: 'restarting', reason: 'FatalError in v8::internal::Heap' },
      { state: 'running' },
    ]);
    expect(electron.processes).toHaveLength(2);
    expect(electron.errorBoxes).toEqual([]);
    expect(await log()).toContain('FatalError in v8::internal::Heap');
    expect(await log()).not.toContain('process.uncaught-exception');
  });
});

describe('what the embedded tenant writes on standard error', () => {
  it('is in the log even if it arrives after the end of the process', async () => {
    const tenant = started.electron.processes.at(-1);
    const { stderr } = tenant ?? {};
    tenant?.once('exit', () => setTimeout(() => stderr?.write('the last words\n')));
    process.kill(tenant?.pid ?? 0, 'SIGKILL');
    await expect.poll(log).toContain('the last words');
  });

  it('is in the log without secrets, limited to the first lines of a flood', async () => {
    await expect.poll(() => started.electron.processes.length).toBe(3);
    const { stderr } = started.electron.processes.at(-1) ?? {};
    stderr?.write('something went wrong\nauthorization: Bearer abcdefgh12345678\n');
    stderr?.write('again and again\n'.repeat(1000));
    await expect.poll(log).toContain('again and again');
    expect(await log()).toContain('something went wrong');
    expect(await log()).toContain('authorization: Bearer [hidden]');
    expect(await log()).not.toContain('abcdefgh12345678');
    expect((await log()).split('again and again').length).toBeLessThan(110);
  });
});
