import { fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import type { QueryReply, QueryRequest } from './query-request.ts';

/** The argument that makes the tenant's entry file a query process. */
export const QUERY_PROCESS = 'query-process';

/** Something that runs one query at a time over one database file. */
export interface QueryRunner {
  send(request: QueryRequest): void;
  onReply(listener: (reply: QueryReply) => void): void;
  /** Called once, when it has ended for whatever reason. */
  onEnd(listener: () => void): void;
  kill(): void;
}

/**
 * A process of its own, so that a query which does not end can be killed. A thread would not do: `terminate()`
 * waits for SQLite, which only looks up between rows.
 */
export function forkQueryRunner(entry: string, databaseFile: string): QueryRunner {
  const child = fork(entry, [QUERY_PROCESS, databaseFile], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--max-old-space-size=192'],
  });
  return {
    send: (request) => void child.send(request),
    onReply: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.once('exit', listener),
    kill: () => void child.kill('SIGKILL'),
  };
}

/**
 * A thread, for the packaged program, whose binary cannot run as plain Node. A query over its time is answered
 * with the failure all the same; its thread is left to finish and takes no further work.
 */
export function threadQueryRunner(entry: string, databaseFile: string): QueryRunner {
  const worker = new Worker(entry, { argv: [QUERY_PROCESS, databaseFile] });
  worker.unref();
  return {
    send: (request) => worker.postMessage(request),
    onReply: (listener) => void worker.on('message', listener),
    onEnd: (listener) => void worker.once('exit', listener),
    kill: () => void worker.terminate(),
  };
}
