import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readyLine = z.object({ ready: z.literal(true), url: z.url() });

/** The product as a person starts it, in the browser host, with a profile folder of its own. */
export interface RunningDesk {
  /** Holds the one-time token in its fragment. */
  readonly url: string;
  readonly profileFolder: string;
  /** Ends it as closing the terminal does, keeping the profile. */
  stop(): Promise<void>;
  /** Ends it as a crash does, keeping the profile. */
  kill(): Promise<void>;
}

/** Starts Tenant Desk and waits for its ready line. Rejects with what it printed when it ends before that. */
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
  const url = await readyUrl(child);
  return {
    url,
    profileFolder,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

export function makeProfileFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'tenant-desk-e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => (said += String(chunk)));
    const { stdout } = child;
    if (stdout === null) throw new Error('The product has no standard output.');
    createInterface({ input: stdout }).on('line', (line) => {
      const parsed = readyLine.safeParse(parseJson(line));
      if (parsed.success) resolve(parsed.data.url);
      else said += `${line}\n`;
    });
    child.once('exit', (code) =>
      reject(new Error(`Tenant Desk ended with ${code} before it was ready.\n${said}`)),
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
