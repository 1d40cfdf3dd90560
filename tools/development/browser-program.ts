import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PageSession } from '../../contract/bridge/page-handshake.ts';
import { rootFolder } from '../build/bundle.ts';
import type { DevelopedProgram } from './developed-program.ts';
import type { FromHost, ToHost } from './host-messages.ts';
import { fromHostSchema } from './host-messages.ts';

type BrowserProgramOptions = Omit<Extract<ToHost, { readonly type: 'start' }>, 'type' | 'kept' | 'port'> & {
  readonly port: number;
};

/** Milliseconds after which a process that was asked to stop is killed. */
const maxWaitMs = 5000;

/** The browser host. Its URL and sessions survive restarts, so that an open page stays connected. */
export function createBrowserProgram(options: BrowserProgramOptions): DevelopedProgram {
  const sessions: PageSession[] = [];
  const end = Promise.withResolvers<undefined>();
  let ready: Extract<FromHost, { readonly type: 'ready' }> | undefined;
  let child: ChildProcess | undefined;

  function send(message: ToHost): void {
    if (child?.connected === true) child.send(message);
  }

  /** Resolves at the next message of the type, or when the process ends. */
  async function next(type: FromHost['type']): Promise<void> {
    const current = child;
    if (current === undefined || current.exitCode !== null) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        current.off('message', onMessage);
        current.off('exit', done);
        resolve();
      };
      const onMessage = (message: unknown): void => {
        if (fromHostSchema.parse(message).type === type) done();
      };
      current.on('message', onMessage);
      current.on('exit', done);
    });
  }

  async function start(): Promise<void> {
    child = fork(join(rootFolder, 'tools', 'development', 'browser-host.ts'));
    child.on('message', (message) => {
      const parsed = fromHostSchema.parse(message);
      if (parsed.type === 'ready') ready = parsed;
      if (parsed.type === 'session') sessions.push(parsed.session);
    });
    child.on('exit', (code) => {
      // Ctrl+C also reaches it. After a failure it waits for the next change.
      if (code === 0) end.resolve(undefined);
    });
    send({
      ...options,
      type: 'start',
      port: ready?.port ?? options.port,
      previous: ready === undefined ? undefined : { address: ready.address, sessions },
    });
    await next('ready');
  }

  async function stop(): Promise<void> {
    const current = child;
    if (current === undefined || current.exitCode !== null || current.signalCode !== null) return;
    current.removeAllListeners('exit');
    const ended = once(current, 'exit');
    send({ type: 'stop' });
    const patience = setTimeout(() => current.kill('SIGKILL'), maxWaitMs);
    await ended;
    clearTimeout(patience);
  }

  return {
    start,
    async restart(part) {
      if (part === 'tenant' && child?.exitCode === null) {
        send({ type: 'restart-tenant' });
        return next('tenant-restarted');
      }
      await stop();
      await start();
    },
    stop,
    ended: end.promise,
  };
}
