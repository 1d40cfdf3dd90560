import type { QueryReply, QueryRequest } from './query-request.ts';

/** The argument that makes the tenant's entry file a query process. */
export const QUERY_PROCESS = 'query-process';

export interface RunnerEnd {
  /** The reason from the system: `signal SIGSEGV`, for example. Undefined if unknown. */
  readonly how: string | undefined;
  /** The engine aborted because its heap was full. */
  readonly isHeapFull: boolean;
}

/**
 * A process that runs one query at a time over one database file. It is a separate process so that an endless
 * query can be killed: a thread would wait for SQLite, which only checks for interruption between rows.
 */
export interface QueryRunner {
  send(request: QueryRequest): void;
  onReply(listener: (reply: QueryReply) => void): void;
  /** Called once, when it has ended for whatever reason. */
  onEnd(listener: (end: RunnerEnd) => void): void;
  kill(): void;
}

/** Starts a runner for a database file. */
export type StartQueryRunner = (databaseFile: string) => QueryRunner;
