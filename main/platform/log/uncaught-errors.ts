import type { EventEmitter } from 'node:events';
import type { Log } from './log.ts';

/** Shown when the app has to quit. */
export const uncaughtErrorMessage =
  'Internal error in Tenant Desk. Saved drafts are not lost. Interrupted changes are listed at the next start. See the log for details.';

/**
 * Logs uncaught errors. After a rejected promise the app continues; after an exception its state is unknown, so `end` is called.
 */
export function logUncaughtErrors(process: Pick<EventEmitter, 'on'>, log: Log, end: () => void): void {
  process.on('unhandledRejection', (error: unknown) =>
    log.write('error', 'process.unhandled-rejection', { error }),
  );
  process.on('uncaughtException', (error: unknown) => {
    log.write('error', 'process.uncaught-exception', { error });
    end();
  });
}
