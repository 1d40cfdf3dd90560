import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxStatus } from '../../../../contract/app/desk-info.ts';
import type { EmbeddedTenantAddress } from './ready-line.ts';
import { parseReadyLine } from './ready-line.ts';
import type { TenantProcess } from './tenant-process.ts';

/** The tenants included in the app, in a separate process. */
export interface EmbeddedTenant {
  /** Resolves to the tenants' URLs once they are ready. */
  addresses(): Promise<readonly EmbeddedTenantAddress[]>;
  /** Calls `listener` each time they are ready; URLs may change after a restart. */
  onReady(listener: (addresses: readonly EmbeddedTenantAddress[]) => void): () => void;
  status(): SandboxStatus;
  onStatus(listener: (status: SandboxStatus) => void): () => void;
  /** Starts the process without waiting, also after it stopped for good. Does nothing if it is running. */
  start(): void;
  /**
   * Stops the process gracefully and restarts it at once, for example after a change of its sources. Resolves when it is running,
   * or has exited.
   */
  restart(): Promise<void>;
  /** Stops the process gracefully. */
  stop(): Promise<void>;
}

export interface EmbeddedTenantOptions {
  readonly startProcess: () => TenantProcess;
  readonly report: (line: string) => void;
  /** Milliseconds between the stop request and killing the process. */
  readonly maxWaitMs?: number;
  /** Waits; rejects when the signal aborts. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Monotonic clock in milliseconds. */
  readonly clock?: () => number;
}

type StatusListener = (status: SandboxStatus) => void;

const firstPauseMs = 500;
const maxPauseMs = 30_000;
const defaultStopTimeoutMs = 3000;
/** Gives up after this many exits within this time. */
const maxEnds = 8;
const endsWithinMs = 10 * 60_000;

/**
 * Keeps the embedded tenant running: restarts it after an unexpected exit, with growing pauses. After eight exits in ten minutes
 * it stays stopped until started on request.
 */
export function createEmbeddedTenant(options: EmbeddedTenantOptions): EmbeddedTenant {
  const pause = options.pause ?? ((milliseconds, signal) => delay(milliseconds, undefined, { signal }));
  const maxWaitMs = options.maxWaitMs ?? defaultStopTimeoutMs;
  const clock = options.clock ?? (() => performance.now());
  const stopping = new AbortController();
  const readyListeners = new Set<(addresses: readonly EmbeddedTenantAddress[]) => void>();
  const statusListeners = new Set<StatusListener>();
  let status: SandboxStatus = { state: 'starting' };
  let current: TenantProcess | undefined;
  let next = Promise.withResolvers<readonly EmbeddedTenantAddress[]>();
  let supervising: Promise<void> | undefined;
  let isRestarting = false;
  let startRequested = Promise.withResolvers<undefined>();
  stopping.signal.addEventListener('abort', () => startRequested.resolve(undefined));

  // A function, because the value may change during any await.
  const isStopping = (): boolean => stopping.signal.aborted;

  function become(now: SandboxStatus): void {
    status = now;
    for (const listener of statusListeners) listener(now);
  }

  function announce(addresses: readonly EmbeddedTenantAddress[]): void {
    next.resolve(addresses);
    for (const listener of readyListeners) listener(addresses);
    become({ state: 'running' });
  }

  /** Runs one process until it exits. */
  async function runOnce(): Promise<{ readonly how: string; readonly wasReady: boolean }> {
    const child = options.startProcess();
    current = child;
    void watchForReady(child);
    const how = await child.ended;
    current = undefined;
    const wasReady = status.state === 'running';
    if (wasReady) next = Promise.withResolvers();
    return { how, wasReady };
  }

  async function watchForReady(child: TenantProcess): Promise<void> {
    for await (const line of child.lines) {
      const addresses = status.state === 'running' ? undefined : parseReadyLine(line);
      if (addresses !== undefined && child === current) announce(addresses);
    }
  }

  async function restartWhenEnded(): Promise<void> {
    let pauseMs = firstPauseMs;
    let ends: readonly number[] = [];
    while (!isStopping()) {
      const { how, wasReady } = await runOnce();
      if (isStopping()) return;
      if (isRestarting) {
        isRestarting = false;
        become({ state: 'starting' });
        continue;
      }
      ends = [...ends.filter((at) => clock() - at < endsWithinMs), clock()];
      if (ends.length < maxEnds) {
        options.report(`The embedded tenant exited (${how}) and is restarting.`);
        become({ state: 'restarting', reason: how });
        pauseMs = wasReady ? firstPauseMs : Math.min(pauseMs * 2, maxPauseMs);
        await pause(pauseMs, stopping.signal).catch(() => undefined);
      } else {
        options.report(`The embedded tenant exited too often (${how}) and was stopped.`);
        startRequested = Promise.withResolvers();
        become({ state: 'stopped', reason: how });
        await startRequested.promise;
        if (isStopping()) return;
        ends = [];
        pauseMs = firstPauseMs;
        become({ state: 'starting' });
      }
    }
  }

  return {
    addresses: () => next.promise,
    onReady(listener) {
      readyListeners.add(listener);
      return () => readyListeners.delete(listener);
    },
    status: () => status,
    onStatus(listener) {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    start() {
      startRequested.resolve(undefined);
      supervising ??= restartWhenEnded();
    },
    async restart() {
      // Starts a stopped process; one that is about to restart needs nothing else.
      startRequested.resolve(undefined);
      if (current === undefined || isStopping()) return;
      isRestarting = true;
      const started = startedOrEnded(statusListeners, stopping.signal);
      await endProcess(current, maxWaitMs);
      await started;
    },
    async stop() {
      stopping.abort();
      if (current !== undefined) await endProcess(current, maxWaitMs);
      await supervising;
    },
  };
}

/** Asks the process to end, and ends it where it doesn't. */
async function endProcess(child: TenantProcess, maxWaitMs: number): Promise<void> {
  child.stop();
  const patience = new AbortController();
  void delay(maxWaitMs, undefined, { signal: patience.signal }).then(
    () => child.kill(),
    () => undefined,
  );
  await child.ended;
  patience.abort();
}

function startedOrEnded(listeners: Set<StatusListener>, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listener = ({ state }: SandboxStatus): void => {
      if (state === 'starting') return;
      listeners.delete(listener);
      resolve();
    };
    listeners.add(listener);
    stopping.addEventListener('abort', () => resolve(), { once: true });
  });
}
