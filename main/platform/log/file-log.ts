import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from './log.ts';
import { redact } from './redact.ts';

const maxBytes = 1024 * 1024;
const maxFiles = 3;
/** Lines per event and minute, so that a frequent event can't push everything else out of the log. */
const maxPerMinute = 100;
const minute = 60_000;

/** A file of the log in a profile folder: 0 is the current one, and those before it follow. */
export const logFile = (profileFolder: string, index = 0): string =>
  join(profileFolder, 'log', index === 0 ? 'desk.log' : `desk.${index}.log`);

/**
 * Writes JSON lines to `log/desk.log` in the profile folder; at one megabyte it is rotated to `desk.1.log` and so on, three files
 * in total. Events that are too frequent are only counted for the rest of the minute. Lines that can't be written are dropped.
 */
export function createFileLog(profileFolder: string, now: () => number, steady = now): Log {
  const folder = join(profileFolder, 'log');
  const file = logFile(profileFolder);
  let size: number | undefined;
  const floods = createFloodGate(steady);

  function open(): number {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return existsSync(file) ? statSync(file).size : 0;
  }

  function rotate(): void {
    for (let index = maxFiles - 1; index >= 1; index -= 1) {
      const from = logFile(profileFolder, index - 1);
      if (existsSync(from)) renameSync(from, logFile(profileFolder, index));
    }
  }

  return {
    write(level, event, fields = {}) {
      const passed = floods.pass(event);
      if (passed === undefined) return;
      try {
        size ??= open();
        const time = new Date(now()).toISOString();
        const line = `${JSON.stringify({ time, level, event, ...asFields(redact(fields)), ...passed })}\n`;
        if (size + line.length > maxBytes) {
          rotate();
          size = 0;
        }
        appendFileSync(file, line, { mode: 0o600 });
        size += line.length;
      } catch {
        size = undefined;
      }
    },
  };
}

/** Deletes the files before the current one, which stays: it says what happened last. */
export function removeOlderLogs(profileFolder: string): void {
  for (let index = 1; index < maxFiles; index += 1) rmSync(logFile(profileFolder, index), { force: true });
}

/** Members to add to a line: the number of dropped lines of this event. Undefined: drop the line. */
function createFloodGate(now: () => number) {
  const events = new Map<string, { since: number; count: number }>();
  return {
    pass(event: string): { readonly skippedBefore?: number } | undefined {
      const seen = events.get(event);
      if (seen === undefined || now() - seen.since >= minute) {
        events.set(event, { since: now(), count: 1 });
        const skipped = (seen?.count ?? 0) - maxPerMinute;
        return skipped > 0 ? { skippedBefore: skipped } : {};
      }
      seen.count += 1;
      return seen.count <= maxPerMinute ? {} : undefined;
    },
  };
}

function asFields(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
