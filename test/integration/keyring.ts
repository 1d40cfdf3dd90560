import type { ChildProcess } from 'node:child_process';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A separate Secret Service on a separate bus: never the keyring of the user who runs the tests. */
export interface Keyring {
  readonly busAddress: string;
  /** Makes it hang, as a keyring that waits for its owner does. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

const programs = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];

/** What to install where no keyring can be started, in one line; undefined where one can. */
export function whyNoKeyring(): string | undefined {
  if (process.platform !== 'linux') return 'The keyring of the tests is a Linux one.';
  const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
  return missing.length === 0
    ? undefined
    : `Left out, as ${missing.join(' and ')} is missing: apt-get install dbus gnome-keyring libsecret-1-0`;
}

/**
 * Starts a message bus and a keyring (unlocked by default) in a new folder. Sets DBUS_SESSION_BUS_ADDRESS for this
 * process, which must not have used another bus before: libsecret reuses the first connection.
 */
export async function startKeyring({ isLocked = false } = {}): Promise<Keyring> {
  const keyringFolder = mkdtempSync(join(tmpdir(), 'tenant-desk-keyring-'));
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [busAddress] = (await once(createInterface({ input: bus.stdout }), 'line')) as [string];
  const env = {
    ...process.env,
    DBUS_SESSION_BUS_ADDRESS: busAddress,
    HOME: keyringFolder,
    XDG_DATA_HOME: keyringFolder,
    XDG_RUNTIME_DIR: keyringFolder,
  };
  const daemon = spawn(
    'gnome-keyring-daemon',
    [
      '--foreground',
      ...(isLocked ? [] : ['--unlock']),
      '--components=secrets',
      '--control-directory',
      keyringFolder,
    ],
    { stdio: ['pipe', 'ignore', 'ignore'], env },
  );
  daemon.stdin.end('a test\n');
  await isOnTheBus(daemon, env);
  process.env['DBUS_SESSION_BUS_ADDRESS'] = busAddress;
  return {
    busAddress,
    freeze: () => daemon.kill('SIGSTOP'),
    thaw: () => daemon.kill('SIGCONT'),
    async stop() {
      await end(daemon);
      await end(bus);
      rmSync(keyringFolder, { recursive: true, force: true });
    },
  };
}

async function isOnTheBus(daemon: ChildProcess, env: NodeJS.ProcessEnv): Promise<void> {
  for (let tries = 0; tries < 500 && daemon.exitCode === null; tries += 1) {
    const { stdout } = await run(
      'dbus-send',
      [
        '--session',
        '--print-reply',
        '--dest=org.freedesktop.DBus',
        '/org/freedesktop/DBus',
        'org.freedesktop.DBus.NameHasOwner',
        'string:org.freedesktop.secrets',
      ],
      { env },
    );
    if (stdout.includes('boolean true')) return;
  }
  throw new Error('The keyring did not come up.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
