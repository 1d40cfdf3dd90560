import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fatalMessage } from '../../main/platform/errors/fatal-message.ts';
import type { DevelopedProgram } from './developed-program.ts';
import { buildForElectron, electronFolder } from './electron-bundles.ts';
import type { PageAccess } from './page-access.ts';
import { pageVariable } from './page-variable.ts';

interface ElectronProgramOptions {
  readonly executable: string;
  readonly profileFolder: string;
  readonly page: PageAccess;
  readonly say: (line: string) => void;
}

/** Electron, with its bundles rebuilt for each start. */
export function createElectronProgram({
  executable,
  profileFolder,
  page,
  say,
}: ElectronProgramOptions): DevelopedProgram {
  const end = Promise.withResolvers<undefined>();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    try {
      await buildForElectron();
    } catch (error) {
      return say(fatalMessage(error));
    }
    child = spawn(executable, [electronFolder, '--profile', profileFolder], {
      stdio: 'inherit',
      env: { ...process.env, [pageVariable]: JSON.stringify(page) },
    });
    child.on('error', (error) => say(fatalMessage(error)));
    child.on('exit', (code) => {
      if (code === 0) end.resolve(undefined);
    });
  }

  async function stop(): Promise<void> {
    const current = child;
    if (current?.pid === undefined || current.exitCode !== null || current.signalCode !== null) return;
    current.removeAllListeners('exit');
    const ended = once(current, 'exit');
    current.kill('SIGTERM');
    await ended;
  }

  return {
    start,
    async restart() {
      await stop();
      await start();
    },
    stop,
    ended: end.promise,
  };
}
