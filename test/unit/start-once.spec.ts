import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOnce } from '../packed/await-ready.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-once-'));
});
afterEach(() => rm(folder, { recursive: true }));

const log = (level: string, event: string): string =>
  `require('node:fs').appendFileSync(folder + '/log/desk.log', '${JSON.stringify({ level, event })}\\n');`;

/** A program that stores its profile in the given folder like Tenant Desk, and then runs the given code. */
function start(what: string, limitMs = 60_000): Promise<number> {
  const program = `const folder = process.argv.at(-1); require('node:fs').mkdirSync(folder + '/log', { recursive: true }); ${what}`;
  const profileFolder = join(folder, 'profile');
  // The switch would otherwise be parsed as an option of Node.
  return startOnce({ executable: process.execPath, args: ['-e', program, '--'], profileFolder, limitMs });
}

const runsOn = 'setInterval(() => {}, 1e6);';
const quitsOnSignal = `process.on('SIGTERM', () => process.exit(0)); ${runsOn}`;

describe.skipIf(process.platform === 'win32')('one start of an installed program', () => {
  it('succeeds if it reports that it is ready and then quits', async () => {
    expect(await start(`${quitsOnSignal} ${log('info', 'app.ready')}`)).toBeGreaterThan(0);
  });

  it.each([
    [
      'ends before it is ready',
      "console.error('no display'); process.exit(3);",
      /ended with 3 before .*no display/s,
    ],
    [
      'logs an error',
      `${quitsOnSignal} ${log('error', 'call.failed')} ${log('info', 'app.ready')}`,
      /logged an error/,
    ],
    ['does not end well', `${log('info', 'app.ready')} ${runsOn}`, /asked to quit and ended with SIGTERM/],
  ])('fails if the program %s', async (_what, program, complaint) => {
    await expect(start(program)).rejects.toThrow(complaint);
  });

  it('fails if the program is not ready in time', async () => {
    await expect(start(quitsOnSignal, 1500)).rejects.toThrow('was not ready within 1.5 seconds');
  });

  it('fails if there is no such program', async () => {
    const missing = startOnce({
      executable: '/nonexistent/tenant-desk',
      profileFolder: folder,
      limitMs: 5000,
    });
    await expect(missing).rejects.toThrow('ENOENT');
  });
});
