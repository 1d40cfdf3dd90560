import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

export interface StartOptions {
  readonly executable: string;
  /** Arguments before those for the profile. */
  readonly args?: readonly string[];
  readonly profileFolder: string;
  /** Milliseconds until the page must have reached main. */
  readonly limitMs: number;
}

const lineSchema = z.object({ level: z.string(), event: z.string() });
const lookEveryMs = 250;

/**
 * Starts the installed program on the profile, waits for the log line that reports that the page has reached
 * main, and asks the program to quit. Returns the milliseconds until that line.
 * @throws Error with the output of the program if it ends before that, takes too long, logs an error, or
 * exits with a failure.
 */
export async function startOnce({
  executable,
  args = [],
  profileFolder,
  limitMs,
}: StartOptions): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(executable, [...args, '--profile', profileFolder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit');
  ended.catch(() => undefined);
  let endedWith: string | undefined;
  child.once('exit', (code, signal) => (endedWith = String(code ?? signal)));
  child.once('error', (error) => (endedWith = error.message));
  const logFile = join(profileFolder, 'log', 'desk.log');
  const complaint = async (what: string): Promise<Error> =>
    new Error(
      `${executable} ${what}.\n${output}\n${await readFile(logFile, 'utf8').catch(() => 'It has no log.')}`,
    );

  while (!(await events(logFile)).some(({ event }) => event === 'app.ready')) {
    if (endedWith !== undefined) throw await complaint(`ended with ${endedWith} before it was ready`);
    if (performance.now() - startedAt > limitMs) {
      child.kill('SIGKILL');
      throw await complaint(`was not ready within ${limitMs / 1000} seconds`);
    }
    await delay(lookEveryMs);
  }
  const took = performance.now() - startedAt;
  child.kill('SIGTERM');
  await Promise.race([ended, delay(limitMs)]);
  // Windows has no signal that a program could handle: there it is killed.
  if (process.platform !== 'win32' && endedWith !== '0') {
    child.kill('SIGKILL');
    throw await complaint(
      `was asked to quit and ${endedWith === undefined ? 'went on' : `ended with ${endedWith}`}`,
    );
  }
  if ((await events(logFile)).some(({ level }) => level === 'error'))
    throw await complaint('logged an error');
  return took;
}

async function events(logFile: string): Promise<z.infer<typeof lineSchema>[]> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => lineSchema.parse(JSON.parse(line)));
}
