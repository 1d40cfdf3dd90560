import { spawn } from 'node:child_process';

type ElectronEnd =
  | { readonly kind: 'ended'; readonly exitCode: number }
  /** It failed to start, for example because the system doesn't allow its sandbox. */
  | { readonly kind: 'did-not-start' };

/** If Electron fails within this many milliseconds, it has shown no window. */
const startMs = 3000;

/** Runs the built Tenant Desk in Electron until it ends. `signal` stops it. */
export function runInElectron(
  executable: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<ElectronEnd> {
  const startedAt = performance.now();
  const child = spawn(executable, args, { stdio: 'inherit' });
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  return new Promise((resolve) => {
    child.once('error', () => resolve({ kind: 'did-not-start' }));
    child.once('exit', (code) => {
      const hasFailedAtOnce = code !== 0 && performance.now() - startedAt < startMs && !signal.aborted;
      resolve(hasFailedAtOnce ? { kind: 'did-not-start' } : { kind: 'ended', exitCode: code ?? 1 });
    });
  });
}
