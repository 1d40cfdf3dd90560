import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxStatus } from '../../../../contract/app/desk-info.ts';
import type { EmbeddedTenantAddress } from './ready-line.ts';
import { parseReadyLine } from './ready-line.ts';
import type { TenantProcess } from './tenant-process.ts';

/** The tenants that come with the program, in a process of their own. */
export interface EmbeddedTenant {
  /** Where the tenants answer, as soon as they do. */
  addresses(): Promise<readonly EmbeddedTenantAddress[]>;
  /** Calls `listener` each time they are ready, after a restart perhaps at other addresses. */
  onReady(listener: (addresses: readonly EmbeddedTenantAddress[]) => void): () => void;
  status(): SandboxStatus;
  onStatus(listener: (status: SandboxStatus) => void): () => void;
  /** Starts the process without waiting for it, also after it ended too often. Does nothing where it runs. */
  start(): void;
  /**
   * Ends the process, politely first, and starts it again at once, as after a change of its sources. Resolves when it runs, or
   * has ended by itself.
   */
  restart(): Promise<void>;
  /** Ends the process, politely first. */
  stop(): Promise<void>;
}

export interface EmbeddedTenantOptions {
  readonly startProcess: () => TenantProcess;
  readonly report: (line: string) => void;
  /** Milliseconds between asking the process to end and ending it. */
  readonly maxWaitMs?: number;
  /** Waits some milliseconds; rejects when the signal aborts. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Milliseconds, going up only. */
  readonly clock?: () => number;
}

type StatusListener = (status: SandboxStatus) => void;

const firstPauseMs = 500;
const maxPauseMs = 30_000;
const defaultStopTimeoutMs = 3000;
/** A process that ends so many times within so many milliseconds will go on doing so. */
const maxEnds = 8;
const endsWithinMs = 10 * 60_000;

/**
 * Keeps the embedded tenant running: when it ends unasked, it is started again, after a pause that grows. After eight
 * ends in ten minutes it stays down until it is asked for.
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
  let keeping: Promise<void> | undefined;
  let isRestarting = false;
  let isAskedFor = Promise.withResolvers<undefined>();
  stopping.signal.addEventListener('abort', () => isAskedFor.resolve(undefined));

  // Asked anew each time: it may have changed during any wait.
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

  /** Runs one process to its end. */
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
        options.report(`The embedded tenant ended (${how}) and is started again.`);
        become({ state: 'restarting', reason: how });
        pauseMs = wasReady ? firstPauseMs : Math.min(pauseMs * 2, maxPauseMs);
        await pause(pauseMs, stopping.signal).catch(() => undefined);
      } else {
        options.report(`The embedded tenant ended (${how}), too often to be started again.`);
        isAskedFor = Promise.withResolvers();
        become({ state: 'stopped', reason: how });
        await isAskedFor.promise;
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
      isAskedFor.resolve(undefined);
      keeping ??= restartWhenEnded();
    },
    async restart() {
      // One that was given up is started; one that is about to be started again is new anyway.
      isAskedFor.resolve(undefined);
      if (current === undefined || isStopping()) return;
      isRestarting = true;
      const started = startedOrEnded(statusListeners, stopping.signal);
      await endProcess(current, maxWaitMs);
      await started;
    },
    async stop() {
      stopping.abort();
      if (current !== undefined) await endProcess(current, maxWaitMs);
      await keeping;
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
