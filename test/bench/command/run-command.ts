import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What `node` runs for `tdesk`. */
export const entry = fileURLToPath(new URL('../../../tools/tdesk.js', import.meta.url));

/** Runs Node to completion and returns the duration in milliseconds. */
export function timeOf(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}

/** Runs `tdesk` with its output in a file, while this process stays free, and returns the duration in milliseconds. */
export async function timeOfCommand(
  args: readonly string[],
  { env, out }: { readonly env: NodeJS.ProcessEnv; readonly out: string },
): Promise<number> {
  const file = openSync(out, 'w');
  try {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [entry, ...args], { env, stdio: ['ignore', file, 'inherit'] });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`tdesk ${args.join(' ')} ended with ${code}.`);
    return performance.now() - startedAt;
  } finally {
    closeSync(file);
  }
}
