import { spawn } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readyLine = z.object({ ready: z.literal(true), url: z.url() });

/** Tenant Desk as a user starts it, in the browser host, with its own profile folder. */
export interface RunningDesk {
  /** Contains the one-time token in its fragment. */
  readonly url: string;
  readonly profileFolder: string;
  /**
   * Ends it like closing the terminal does, and keeps the profile. Rejects with its output if it had already
   * ended.
   */
  stop(): Promise<void>;
  /** Ends it like a crash does, and keeps the profile. */
  kill(): Promise<void>;
}

/** Starts Tenant Desk and waits for its ready line. Rejects with its output if it ends before that. */
export async function startDesk(profileFolder: string, more: readonly string[] = []): Promise<RunningDesk> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'tools/launch.ts'),
      '--browser',
      '--no-open',
      '--port',
      '0',
      '--profile',
      profileFolder,
      ...more,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const url = await readyUrl(child, () => output);
  return {
    url,
    profileFolder,
    async stop() {
      const { exitCode, signalCode } = child;
      if ((exitCode ?? signalCode) !== null && !child.killed)
        throw new Error(
          `Tenant Desk ended with ${exitCode ?? signalCode} unexpectedly.\n${output}${endOfLog(profileFolder)}`,
        );
      await end(child, 'SIGTERM');
    },
    kill: () => end(child, 'SIGKILL'),
  };
}

function endOfLog(profileFolder: string): string {
  try {
    return readFileSync(join(profileFolder, 'log/desk.log'), 'utf8').split('\n').slice(-20).join('\n');
  } catch {
    return 'It left no log.';
  }
}

export function makeProfileFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'tenant-desk-e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

function readyUrl(
  child: ChildProcessByStdio<null, Readable, Readable>,
  output: () => string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const parsed = readyLine.safeParse(parseJson(line));
      if (parsed.success) resolve(parsed.data.url);
    });
    child.once('exit', (code) =>
      reject(new Error(`Tenant Desk ended with ${code} before it was ready.\n${output()}`)),
    );
  });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
