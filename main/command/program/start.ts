import { exitCodes } from '../../../contract/errors/errors.ts';
import { runProgram } from './program.ts';
import type { RunSecrets } from '../state/take-secrets.ts';

/** In milliseconds. */
const lingerMs = 2000;

/** Runs the program on this process's streams and signals, and ends the process with its exit code. */
export async function start(args: readonly string[], secrets: RunSecrets): Promise<void> {
  const { stdout, stderr, env } = process;
  const stopping = new AbortController();
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    stopping.abort('EPIPE');
  });
  stderr.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal doesn’t wait for the current item.
      if (stopping.signal.aborted) process.exit(exitCodes.interrupted);
      stderr.write('Stopping after the current item. Press Ctrl+C again to stop at once.\n');
      stopping.abort(signal);
    });
  }
  process.exitCode = await runProgram({
    ...{ args, secrets, env, stdout, stderr },
    stdin: () => process.stdin,
    signal: stopping.signal,
  });
  // What is still open (an idle connection, a thread) must not keep a command that is done for long; what is on its way, such as
  // the last page of a sign-in, has time to arrive.
  setTimeout(() => process.exit(), lingerMs).unref();
}
