import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedTenantAddress } from './ready-line.ts';
import { parseReadyLine } from './ready-line.ts';
import type { TenantProcess } from './tenant-process.ts';

/** The tenants that come with the program, in a process of their own. */
export interface EmbeddedTenant {
  /** Where the tenants answer, as soon as they do. */
  addresses(): Promise<readonly EmbeddedTenantAddress[]>;
  /** Calls `listener` each time they are ready, after a restart perhaps at other addresses. */
  onReady(listener: (addresses: readonly EmbeddedTenantAddress[]) => void): () => void;
  /** Starts the process without waiting for it. */
  start(): void;
  /** Ends the process, politely first. */
  stop(): Promise<void>;
}

export interface EmbeddedTenantOptions {
  readonly startProcess: () => TenantProcess;
  readonly report: (line: string) => void;
  /** Milliseconds between asking the process to end and ending it. */
  readonly patienceMs?: number;
  /** Waits some milliseconds; rejects when the signal aborts. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;
const usualPatienceMs = 3000;

/** Keeps the embedded tenant running: when it ends unasked, it is started again, after a pause that grows. */
export function createEmbeddedTenant(options: EmbeddedTenantOptions): EmbeddedTenant {
  const pause = options.pause ?? ((milliseconds, signal) => delay(milliseconds, undefined, { signal }));
  const stopping = new AbortController();
  const listeners = new Set<(addresses: readonly EmbeddedTenantAddress[]) => void>();
  let current: TenantProcess | undefined;
  let next = Promise.withResolvers<readonly EmbeddedTenantAddress[]>();
  let isReady = false;
  let keeping: Promise<void> | undefined;

  function announce(addresses: readonly EmbeddedTenantAddress[]): void {
    isReady = true;
    next.resolve(addresses);
    for (const listener of listeners) listener(addresses);
  }

  /** Runs one process to its end; true when it had become ready. */
  async function runOnce(): Promise<boolean> {
    const child = options.startProcess();
    current = child;
    void watchForReady(child);
    const how = await child.ended;
    current = undefined;
    const wasReady = isReady;
    if (isReady) next = Promise.withResolvers();
    isReady = false;
    if (!stopping.signal.aborted) options.report(`The embedded tenant ended (${how}) and is started again.`);
    return wasReady;
  }

  async function watchForReady(child: TenantProcess): Promise<void> {
    for await (const line of child.lines) {
      const addresses = isReady ? undefined : parseReadyLine(line);
      if (addresses !== undefined && child === current) announce(addresses);
    }
  }

  async function keepRunning(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      const wasReady = await runOnce();
      pauseMs = wasReady ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      await pause(pauseMs, stopping.signal).catch(() => undefined);
    }
  }

  return {
    addresses: () => next.promise,
    onReady(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      keeping ??= keepRunning();
    },
    async stop() {
      stopping.abort();
      const child = current;
      if (child !== undefined) {
        child.stop();
        const patience = new AbortController();
        void delay(options.patienceMs ?? usualPatienceMs, undefined, { signal: patience.signal }).then(
          () => child.kill(),
          () => undefined,
        );
        await child.ended;
        patience.abort();
      }
      await keeping;
    },
  };
}
