import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callOver, openBridge } from '../builders/ask-desk.ts';
import { browserBundles } from '../../tools/build/all-bundles.ts';
import { buildStale } from '../../tools/build/build-stale.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readyLine = z.object({ url: z.string() });
let folder: string;
let child: ReturnType<typeof start>;

beforeAll(() => buildStale(browserBundles, () => undefined));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'link-'));
});
afterEach(async () => {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A start that opens a browser: on a display that is not there, so that none stays open. */
function start() {
  return spawn(process.execPath, ['tools/launch.ts', '--browser', '--profile', join(folder, 'profile')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DISPLAY: ':321', WAYLAND_DISPLAY: '' },
  });
}

/** The arguments and the environment of every process that can be looked at. */
async function whatProcessesShow(): Promise<string> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const files = processes.flatMap((id) => [`/proc/${id}/cmdline`, `/proc/${id}/environ`]);
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')));
  return texts.join('\n');
}

describe.runIf(process.platform === 'linux')('the one-time link', () => {
  it('is passed to the browser in a file of its owner, never in arguments, environment, or log', async () => {
    child = start();
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    const { url } = readyLine.parse(JSON.parse(String(first)));
    const token = new URL(url).hash.replace('#token=', '');
    const file = join(folder, 'profile', 'open-tenant-desk.html');
    await expect
      .poll(async () => {
        expect(await whatProcessesShow()).not.toContain(token);
        return readFile(file, 'utf8').catch(() => '');
      })
      .toContain(token);
    for (let looks = 0; looks < 10; looks += 1) expect(await whatProcessesShow()).not.toContain(token);
    expect((await stat(file)).mode & 0o077).toBe(0);
    const logs = await readdir(join(folder, 'profile', 'log'));
    for (const log of logs) {
      expect(await readFile(join(folder, 'profile', 'log', log), 'utf8')).not.toContain(token);
    }
    child.kill('SIGTERM');
    await once(child, 'exit');
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe.runIf(process.platform === 'linux')('the link of a sign-in', () => {
  it('is passed in the same way, and does not reveal the authorization request', async () => {
    child = start();
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    const socket = await openBridge(new URL(readyLine.parse(JSON.parse(String(first))).url));
    const profiles = z.array(z.looseObject({ id: z.string() }));
    const listTenants = async () => profiles.parse(await callOver(socket, 'tenants.list'));
    await expect.poll(async () => (await listTenants()).length).toBeGreaterThan(0);
    const [tenant] = await listTenants();
    const state = await callOver(socket, 'session.signIn', { tenantId: tenant?.id });
    const { pathname } = new URL(z.looseObject({ url: z.url() }).parse(state).url);
    expect(pathname).toMatch(/^\/start\/[\w-]{43}$/);
    const profile = join(folder, 'profile');
    const filesWithLink = async () => {
      const names = (await readdir(profile)).filter((name) => name.startsWith('open-sign-in-'));
      const texts = await Promise.all(names.map((name) => readFile(join(profile, name), 'utf8')));
      return names.filter((_name, index) => texts[index]?.includes(pathname));
    };
    const [file = ''] = await filesWithLink();
    expect((await stat(join(profile, file))).mode & 0o077).toBe(0);
    for (let looks = 0; looks < 10; looks += 1) {
      const shown = await whatProcessesShow();
      expect(shown).not.toContain(pathname);
      expect(shown).not.toContain('code_challenge');
    }
    socket.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect((await readdir(profile)).filter((name) => name.startsWith('open-'))).toEqual([]);
  });
});
