import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './dispatch.ts';

export interface FaultLog {
  report(fault: Fault): void;
}

export interface FaultLogOptions {
  /** The profile's folder; the log is `faults.log` in it. */
  readonly folder: string;
  readonly now: () => number;
}

const maxBytes = 1024 * 1024;

/**
 * Keeps what should not have happened, a JSON line each, in `faults.log`. The file is set aside once at 1 MB.
 * Written at once: the fault may be the last thing that this process sees.
 */
export function createFaultLog({ folder, now }: FaultLogOptions): FaultLog {
  const path = join(folder, 'faults.log');
  return {
    report({ requestId, method, error }) {
      const line = { at: new Date(now()).toISOString(), requestId, method, error: describe(error) };
      try {
        mkdirSync(folder, { recursive: true });
        setAsideWhenLarge(path);
        appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
      } catch {
        // A full or read-only disk must not turn one fault into two.
      }
    },
  };
}

function setAsideWhenLarge(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= maxBytes) renameSync(path, `${path}.1`);
}

function describe(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const cause =
    error instanceof Error && error.cause !== undefined ? `\ncaused by ${describe(error.cause)}` : '';
  return withoutSecrets(text) + cause;
}

/** Takes out what looks like a token or a password: messages of libraries may quote what they were given. */
function withoutSecrets(text: string): string {
  return text
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 …')
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '…')
    .replaceAll(/((?:token|secret|password|code|assertion)["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi, '$1…');
}
