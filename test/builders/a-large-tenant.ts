import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeBinary } from '../integration/tenant-process.ts';

type LargeTenant = { readonly baseUrl: string } & Disposable;

/** A tenant in another process that responds to every call with this many megabytes of nested lists. */
export function aLargeTenant(megabytes: number): Promise<LargeTenant> {
  return start('large-response-server.ts', megabytes);
}

/** A tenant in another process with this many webhooks, with templates of this many characters. */
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
