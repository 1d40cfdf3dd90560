import { expect, it } from 'vitest';
import { runInElectron } from './run-in-electron.ts';

/** Node replaces Electron's executable: only how the process ends matters. */
const run = (program: string, signal = new AbortController().signal) =>
  runInElectron(process.execPath, ['-e', program], signal);

it('ends as the program ends', async () => {
  expect(await run('process.exit(0)')).toEqual({ kind: 'ended', exitCode: 0 });
});

it('distinguishes a program that fails immediately from one that ran', async () => {
  expect(await run('process.exit(1)')).toEqual({ kind: 'did-not-start' });
  expect(await run(`process.kill(process.pid, 'SIGKILL')`)).toEqual({ kind: 'did-not-start' });
  const missing = await runInElectron('/nonexistent/electron', [], new AbortController().signal);
  expect(missing).toEqual({ kind: 'did-not-start' });
});

it('passes on the request to stop, which is not a failure to start', async () => {
  const stopping = new AbortController();
  const ended = run('setInterval(() => {}, 1e6)', stopping.signal);
  stopping.abort();
  expect(await ended).toMatchObject({ kind: 'ended' });
});
