import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { nodeBinary } from './tenant-process.ts';

/** Runs a script of test/integration/scripts in a child process that ends with the test. */
export interface SpawnedScript {
  /** The next line that it prints. Rejects when it ends without one. */
  nextLine(): Promise<string>;
  /** Every line not yet taken, after it has ended. */
  restOfLines(): Promise<readonly string[]>;
  /** SIGKILL: no chance to clean up. Resolves when it is gone. */
  kill(): Promise<void>;
}

export function spawnScript(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): SpawnedScript {
  const path = fileURLToPath(new URL(`scripts/${name}`, import.meta.url));
  const child = spawn(nodeBinary, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async nextLine() {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${name} ended without a word.`);
      return value;
    },
    async restOfLines() {
      await exited;
      const rest: string[] = [];
      for (let next = await lines.next(); next.done !== true; next = await lines.next())
        rest.push(next.value);
      return rest;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
