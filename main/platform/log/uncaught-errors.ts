import type { EventEmitter } from 'node:events';
import type { Log } from './log.ts';

/** What a person reads when the program cannot go on. */
export const uncaughtErrorMessage =
  'Something inside Tenant Desk failed. Drafts that were saved are kept; changes that were being applied are listed as interrupted at the next start. The log holds the details.';

/**
 * Notes in the log what nobody caught. A rejected promise ends one piece of work, and the rest goes on; after an
 * exception nobody knows in what state things are, so `end` is called.
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
