import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { ForkOptions, UtilityProcess } from 'electron';

type FakedUtilityProcess = Pick<UtilityProcess, 'kill' | 'pid' | 'stderr' | 'stdout'>;

/** A utility process that is a real process of Node. */
export class FakeUtilityProcess extends EventEmitter implements FakedUtilityProcess {
  readonly stdout: UtilityProcess['stdout'];
  readonly stderr: UtilityProcess['stderr'];
  readonly options: ForkOptions;
  pid: number | undefined;
  readonly #child;

  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    super();
    this.options = options;
    this.#child = fork(modulePath, [...args], { silent: true });
    this.stdout = this.#child.stdout;
    this.stderr = this.#child.stderr;
    this.pid = this.#child.pid;
    this.#child.once('exit', (code) => {
      this.pid = undefined;
      this.emit('exit', code ?? 1);
    });
  }

  kill(): boolean {
    return this.#child.kill();
  }
}
