import { Worker } from 'node:worker_threads';

interface WatchedLimits {
  /** Bytes that the whole process may hold, from its start on. */
  readonly memoryBytes: number;
  /** Milliseconds between two checks. */
  readonly everyMs: number;
}

/** Sets the file that the watcher creates when it ends the process because of its memory. */
type SetNote = (file: string) => void;

/**
 * Ends this process when its parent is gone or its memory grows too large. A second thread checks: while a
 * query runs, this one is blocked, and Node's SQLite doesn't track its memory, so it can't be limited.
 */
export function watchProcess({ memoryBytes, everyMs }: WatchedLimits): SetNote {
  const source = `
    const { writeFileSync } = require('node:fs');
    const { parentPort } = require('node:worker_threads');
    const { ppid } = process;
    let note;
    parentPort.on('message', (file) => { note = file; });
    setInterval(() => {
      const hasParent = process.ppid === ppid;
      const isTooLarge = process.memoryUsage.rss() > ${memoryBytes};
      if (hasParent && !isTooLarge) return;
      try {
        if (hasParent && note !== undefined) writeFileSync(note, '', { mode: 0o600 });
      } finally {
        process.kill(process.pid, 'SIGKILL');
      }
    }, ${everyMs});`;
  const worker = new Worker(source, { eval: true });
  worker.unref();
  return (file) => worker.postMessage(file);
}
