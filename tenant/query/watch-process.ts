import { Worker } from 'node:worker_threads';

export interface WatchedLimits {
  /** Bytes that the whole process may hold, from its start on. */
  readonly memoryBytes: number;
  /** Milliseconds between two looks. */
  readonly everyMs: number;
}

/**
 * Ends this process when its parent is gone or its memory grows too large. A second thread looks: while a query runs,
 * this one hears nothing, and Node's SQLite keeps no account of its memory that a limit could be set on.
 */
export function watchProcess({ memoryBytes, everyMs }: WatchedLimits): void {
  const source = `
    const { ppid } = process;
    setInterval(() => {
      if (process.ppid !== ppid || process.memoryUsage.rss() > ${memoryBytes}) process.kill(process.pid, 'SIGKILL');
    }, ${everyMs});`;
  new Worker(source, { eval: true }).unref();
}
