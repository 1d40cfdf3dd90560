import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeBinary } from '../integration/tenant-process.ts';

/** A tenant that answers every call with so many megabytes of lists inside each other, away from this process. */
export async function aLargeTenant(megabytes: number): Promise<{ readonly baseUrl: string } & Disposable> {
  const program = fileURLToPath(new URL('../fakes/large-answer-server.ts', import.meta.url));
  const child = spawn(nodeBinary, [program, String(megabytes)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    baseUrl: `http://127.0.0.1:${line.toString().trim()}`,
    [Symbol.dispose]: () => void child.kill(),
  };
}
