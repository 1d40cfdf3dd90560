import { spawn } from 'node:child_process';
import { takeProcessorMs } from './processor-time.ts';

export interface CommandResult {
  readonly exitCode: number;
  /** Standard output and standard error in order; empty when inherited. */
  readonly output: string;
  readonly durationMs: number;
  /** CPU time including child processes; undefined if the system doesn't report it. */
  readonly processorMs?: number | undefined;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Shows the output live instead of collecting it. */
  readonly inherit?: boolean;
}

/**
 * Runs a program of this project with the current Node. Never rejects: a program that can't start exits with
 * 127.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  { env = {}, inherit = false }: CommandOptions = {},
): Promise<CommandResult> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let output = '';
    let processorMs: number | undefined;
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) => {
      resolve({ exitCode: 127, output: error.message, durationMs: performance.now() - startedAt });
    });
    child.on('exit', () => (processorMs = takeProcessorMs()));
    child.on('close', (code, signal) => {
      const exitCode = code ?? (signal === null ? 1 : 128);
      resolve({ exitCode, output, durationMs: performance.now() - startedAt, processorMs });
    });
  });
}

/** `12 s, 20 s of processor time`. */
export function timeText({ durationMs, processorMs }: Omit<CommandResult, 'exitCode' | 'output'>): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(0)} s`;
  return processorMs === undefined
    ? seconds(durationMs)
    : `${seconds(durationMs)}, ${seconds(processorMs)} of processor time`;
}

/** Runs a script from `node_modules` by its file, which works the same on every operating system. */
export function runNode(args: readonly string[], options?: CommandOptions): Promise<CommandResult> {
  return runCommand(process.execPath, args, options);
}
