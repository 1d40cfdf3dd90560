import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const readyLine = z.object({ ready: z.literal(true), url: z.url() });

export interface StartedProgram {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts `tools/develop.ts` or `tools/launch.ts` of a copy of the sources in the browser host. */
export async function startProgram(folder: string, entry: string): Promise<StartedProgram> {
  const child = spawn(
    process.execPath,
    [join(folder, entry), '--browser', '--no-open', '--profile', join(folder, 'profile')],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const first = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const line = await Promise.race([first, ended.then(() => undefined)]);
  if (line === undefined) throw new Error(`${entry} ended before it was ready.`);
  return {
    url: readyLine.parse(JSON.parse(line[0])).url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
