import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { signInByForm } from '../integration/sign-in-by-form.ts';
import { nodeBinary } from '../integration/tenant-process.ts';

export interface TdeskOptions {
  /**
   * Variables in addition to what a command needs to run at all: nothing else of the environment is passed
   * on.
   */
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

/** Limit for one run, in milliseconds. */
const longest = 120_000;

/** Starts `tdesk` like `npx tdesk` does, outside of a test too: the caller ends it. */
export function startTdesk(args: readonly string[], { env = {}, stdin }: TdeskOptions): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const child = spawn(nodeBinary, [entry, ...args], {
    stdio: 'pipe',
    timeout: longest,
    env: { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...env },
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin ?? '');
  return child;
}

/** Starts it in a separate process that doesn't outlive the test. */
export function spawnTdesk(args: readonly string[], options: TdeskOptions = {}): ChildProcess {
  const child = startTdesk(args, options);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs it to completion. */
export async function runTdesk(args: readonly string[], options: TdeskOptions = {}): Promise<TdeskResult> {
  const child = startTdesk(args, options);
  if (child.stdout === null || child.stderr === null) throw new Error('It has no pipes.');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

/** Runs it and parses its one JSON document. Throws with its output if it failed. */
export async function tdeskJson(args: readonly string[], options: TdeskOptions = {}): Promise<unknown> {
  const { code, stdout, stderr } = await runTdesk([...args, '--json'], options);
  if (code !== 0) throw new Error(`tdesk ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

export interface TdeskSignIn {
  readonly code: number | null;
  readonly document: unknown;
  /** What the browser shows at the end. */
  readonly page: string;
}

/** Runs `tdesk login …`, and does what a person does in the browser with the link that it prints. */
export async function signInThroughTdesk(
  args: readonly string[],
  { password, ...options }: TdeskOptions & { readonly password: string },
): Promise<TdeskSignIn> {
  // A display, so that it doesn't ask for a pasted URL; there is no browser to open on it.
  const env = { ...options.env, DISPLAY: ':none', PATH: '/nowhere' };
  const child = spawnTdesk([...args, '--json'], { ...options, env });
  if (child.stdout === null || child.stderr === null) throw new Error('It has no pipes.');
  const stdout = text(child.stdout);
  const closed = once(child, 'close');
  let output = '';
  for await (const chunk of child.stderr.setEncoding('utf8') as AsyncIterable<string>) {
    output += chunk;
    if (/\n(http:\S+)\n/.test(output)) break;
  }
  const link = /\n(http:\S+)\n/.exec(output)?.[1];
  if (link === undefined) throw new Error(`It printed no link: ${output}`);
  const { page } = await signInByForm(link, password);
  const shown = await page.text();
  await closed;
  return { code: child.exitCode, document: JSON.parse(await stdout), page: shown };
}
