import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ForkOptions, UtilityProcess } from 'electron';
import type { FakePort } from './fake-ports.ts';
import type { UtilityMessage } from './utility-messages.ts';

type FakedUtilityProcess = Pick<UtilityProcess, 'kill' | 'pid' | 'stderr' | 'stdout'>;

const childSide = new URL('./utility-child.ts', import.meta.url).href;

/** A utility process that is a real Node process. Its PID is available only after it has started. */
export class FakeUtilityProcess extends EventEmitter implements FakedUtilityProcess {
  stdout: PassThrough | null = new PassThrough();
  stderr: PassThrough | null = new PassThrough();
  readonly args: readonly string[];
  readonly options: ForkOptions;
  pid: number | undefined;
  readonly #child;
  readonly #ports: FakePort[] = [];

  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    super();
    this.args = args;
    this.options = options;
    const execArgv = [...process.execArgv, '--import', childSide];
    this.#child = fork(modulePath, [...args], { silent: true, serialization: 'advanced', execArgv });
    this.#child.stdout?.pipe(this.stdout ?? new PassThrough());
    // Left open, so that a test can write to it instead of the process.
    this.#child.stderr?.pipe(this.stderr ?? new PassThrough(), { end: false });
    this.#child.on('message', (message: UtilityMessage) => this.#take(message));
    this.#child.once('spawn', () => {
      this.pid = this.#child.pid;
      this.emit('spawn');
    });
    this.#child.once('exit', (code) => this.#end(code ?? 1));
  }

  kill(): boolean {
    return this.pid !== undefined && this.#child.kill();
  }

  postMessage(data: unknown, transfer: readonly FakePort[] = []): void {
    const ports = transfer.map((port) => this.#ports.push(port) - 1);
    this.#send({ to: 'process', data: structuredClone(data), ports });
    for (const port of ports) {
      this.#ports[port]?.handTo({
        receive: (received) => this.#send({ to: 'port', port, data: received }),
        close: () => this.#send({ to: 'closed-port', port }),
      });
    }
  }

  #send(message: UtilityMessage): void {
    // Messages to a process that has ended are dropped.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #take(message: UtilityMessage): void {
    if (message.to === 'process') this.emit('message', message.data);
    else if (message.to === 'port') this.#ports[message.port]?.postMessage(message.data);
  }

  /** Like Electron: notifies the listeners, and then removes them all. */
  #end(code: number): void {
    this.emit('exit', code);
    for (const port of this.#ports) port.close();
    for (const stream of [this.stdout, this.stderr]) stream?.removeAllListeners();
    this.stdout = null;
    this.stderr = null;
    this.pid = undefined;
  }
}
