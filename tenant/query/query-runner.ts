import type { QueryReply, QueryRequest } from './query-request.ts';

/** The argument that makes the tenant's entry file a query process. */
export const QUERY_PROCESS = 'query-process';

export interface RunnerEnd {
  /** What the system told: `signal SIGSEGV`, for example. Undefined where it cannot be known. */
  readonly how: string | undefined;
  /** The engine gave up because its heap was full. */
  readonly isHeapFull: boolean;
}

/**
 * A process that runs one query at a time over one database file. A process of its own, so that a query which does
 * not end can be killed: a thread would wait for SQLite, which only looks up between rows.
 */
export interface QueryRunner {
  send(request: QueryRequest): void;
  onReply(listener: (reply: QueryReply) => void): void;
  /** Called once, when it has ended for whatever reason. */
  onEnd(listener: (end: RunnerEnd) => void): void;
  kill(): void;
}

/** Starts a runner over a database file. */
export type StartQueryRunner = (databaseFile: string) => QueryRunner;
