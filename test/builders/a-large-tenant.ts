import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeBinary } from '../integration/tenant-process.ts';

type LargeTenant = { readonly baseUrl: string } & Disposable;

/** A tenant that answers every call with so many megabytes of lists inside each other, away from this process. */
export function aLargeTenant(megabytes: number): Promise<LargeTenant> {
  return start('large-answer-server.ts', megabytes);
}

/** A tenant with so many webhooks, whose templates have so many characters, away from this process. */
export function aTenantOfManyWebhooks(count: number, letters: number): Promise<LargeTenant> {
  return start('many-webhooks-server.ts', count, letters);
}

async function start(server: string, ...numbers: readonly number[]): Promise<LargeTenant> {
  const program = fileURLToPath(new URL(`../fakes/${server}`, import.meta.url));
  const child = spawn(nodeBinary, [program, ...numbers.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    baseUrl: `http://127.0.0.1:${line.toString().trim()}`,
    [Symbol.dispose]: () => void child.kill(),
  };
}
