import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { nodeBinary } from '../integration/tenant-process.ts';

export interface TdeskOptions {
  /** Beside what a command needs to run at all: nothing of whoever runs the tests gets in. */
  readonly env?: Readonly<Record<string, string>>;
  /** Piped to stdin. */
  readonly stdin?: string;
}

export interface TdeskResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const entry = fileURLToPath(new URL('../../tools/tdesk.js', import.meta.url));

/** Starts `tdesk` as `npm run tdesk` does, in a process of its own that does not outlive the test. */
export function spawnTdesk(args: readonly string[], { env = {}, stdin }: TdeskOptions = {}): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const child = spawn(nodeBinary, [entry, ...args], {
    stdio: 'pipe',
    env: { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin ?? '');
  return child;
}

/** Runs it to its end. */
export async function runTdesk(args: readonly string[], options: TdeskOptions = {}): Promise<TdeskResult> {
  const child = spawnTdesk(args, options);
  if (child.stdout === null || child.stderr === null) throw new Error('It has no pipes.');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

/** Runs it and reads its one JSON document. Throws with what it said where it failed. */
export async function tdeskJson(args: readonly string[], options: TdeskOptions = {}): Promise<unknown> {
  const { code, stdout, stderr } = await runTdesk([...args, '--json'], options);
  if (code !== 0) throw new Error(`tdesk ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
