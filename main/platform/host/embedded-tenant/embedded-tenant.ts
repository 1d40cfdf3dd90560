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
  const { status, become, announce, expectNewAddresses, ...followed } = createTenantStatus();
  const restarts = createRestartSchedule(clock);
  let current: TenantProcess | undefined;
  let supervising: Promise<void> | undefined;
  let isRestarting = false;
  let startRequested = Promise.withResolvers<undefined>();
  stopping.signal.addEventListener('abort', () => startRequested.resolve(undefined));

  // A function, because the value may change during any await.
  const isStopping = (): boolean => stopping.signal.aborted;

  /** Runs one process until it exits. */
  async function runOnce(): Promise<{ readonly how: string; readonly wasReady: boolean }> {
    const child = options.startProcess();
    current = child;
    void watchForReady(child);
    const how = await child.ended;
    current = undefined;
    const wasReady = status().state === 'running';
    if (wasReady) expectNewAddresses();
    return { how, wasReady };
  }

  async function watchForReady(child: TenantProcess): Promise<void> {
    for await (const line of child.lines) {
      const addresses = status().state === 'running' ? undefined : parseReadyLine(line);
      if (addresses !== undefined && child === current) announce(addresses);
    }
  }

  async function restartWhenEnded(): Promise<void> {
    while (!isStopping()) {
      const { how, wasReady } = await runOnce();
      if (isStopping()) return;
      if (isRestarting) {
        isRestarting = false;
        become({ state: 'starting' });
        continue;
      }
      const pauseMs = restarts.pauseAfterEnd(wasReady);
      if (pauseMs !== undefined) {
        options.report(`The embedded tenant exited (${how}) and is restarting.`);
        become({ state: 'restarting', reason: how });
        await pause(pauseMs, stopping.signal).catch(() => undefined);
      } else {
        options.report(`The embedded tenant exited too often (${how}) and was stopped.`);
        startRequested = Promise.withResolvers();
        become({ state: 'stopped', reason: how });
        await startRequested.promise;
        if (isStopping()) return;
        restarts.reset();
        become({ state: 'starting' });
      }
    }
  }

  return {
    status,
    ...followed,
    start() {
      startRequested.resolve(undefined);
      supervising ??= restartWhenEnded();
    },
    async restart() {
      // Starts a stopped process; one that is about to restart needs nothing else.
      startRequested.resolve(undefined);
      if (current === undefined || isStopping()) return;
      isRestarting = true;
      const started = startedOrEnded(followed.onStatus, stopping.signal);
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

/** Whether the tenants are ready, and at which URLs, for those who follow it. */
function createTenantStatus() {
  const readyListeners = new Set<(addresses: readonly EmbeddedTenantAddress[]) => void>();
  const statusListeners = new Set<(status: SandboxStatus) => void>();
  let status: SandboxStatus = { state: 'starting' };
  let next = Promise.withResolvers<readonly EmbeddedTenantAddress[]>();

  function become(now: SandboxStatus): void {
    status = now;
    for (const listener of statusListeners) listener(now);
  }

  return {
    become,
    announce(addresses: readonly EmbeddedTenantAddress[]): void {
      next.resolve(addresses);
      for (const listener of readyListeners) listener(addresses);
      become({ state: 'running' });
    },
    /** The process exited: `addresses` waits for those of the next one. */
    expectNewAddresses(): void {
      next = Promise.withResolvers();
    },
    addresses: () => next.promise,
    onReady(listener: (addresses: readonly EmbeddedTenantAddress[]) => void): () => void {
      readyListeners.add(listener);
      return () => readyListeners.delete(listener);
    },
    status: () => status,
    onStatus(listener: (status: SandboxStatus) => void): () => void {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
  };
}

/** The pauses before restarts grow until the process was ready once. */
function createRestartSchedule(clock: () => number) {
  let pauseMs = firstPauseMs;
  let ends: readonly number[] = [];
  return {
    /** Milliseconds until the restart; undefined after too many exits. */
    pauseAfterEnd(wasReady: boolean): number | undefined {
      ends = [...ends.filter((at) => clock() - at < endsWithinMs), clock()];
      if (ends.length >= maxEnds) return undefined;
      pauseMs = wasReady ? firstPauseMs : Math.min(pauseMs * 2, maxPauseMs);
      return pauseMs;
    },
    reset(): void {
      ends = [];
      pauseMs = firstPauseMs;
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

function startedOrEnded(onStatus: EmbeddedTenant['onStatus'], stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const unfollow = onStatus(({ state }) => {
      if (state === 'starting') return;
      unfollow();
      resolve();
    });
    stopping.addEventListener('abort', () => resolve(), { once: true });
  });
}
