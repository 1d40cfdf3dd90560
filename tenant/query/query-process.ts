import { Worker } from 'node:worker_threads';
import type { DatabaseSync } from 'node:sqlite';
import { openReadOnly } from './read-only-database.ts';
import type { QueryReply, QueryRequest } from './query-request.ts';
import { QueryMistake, runQuery } from './run-query.ts';

/**
 * Runs queries for one tenant in a process of its own, one at a time, so that one which does not end can be
 * killed. A worker thread would not do: `terminate()` waits for SQLite, which only looks up between rows.
 * The first argument is the database file.
 */
const file = process.argv[2];
if (file === undefined || process.send === undefined)
  throw new Error('The query process is started by the tenant.');
const databaseFile = file;
const open = new Map<QueryRequest['scope'], DatabaseSync>();

// While a query runs, this thread hears nothing of a parent that was killed; the watchdog does.
new Worker(new URL('./orphan-watchdog.ts', import.meta.url), {
  workerData: { parent: process.ppid },
}).unref();

process.on('message', (request: QueryRequest) => {
  process.send?.(answer(request));
});
process.on('disconnect', () => process.exit(0));

function answer(request: QueryRequest): QueryReply {
  try {
    return { id: request.id, ok: true, json: runQuery(databaseFor(request.scope), request) };
  } catch (error) {
    if (error instanceof QueryMistake)
      return { id: request.id, ok: false, errorId: error.errorId, message: error.message };
    return { id: request.id, ok: false, ...describe(error) };
  }
}

function databaseFor(scope: QueryRequest['scope']): DatabaseSync {
  const known = open.get(scope);
  if (known !== undefined) return known;
  const database = openReadOnly(databaseFile, scope, Date.now);
  open.set(scope, database);
  return database;
}

function describe(error: unknown): { errorId: string; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (/not authorized|prohibited|may not be used/i.test(message)) {
    return { errorId: 'QueryNotAllowed', message: `The query is not allowed: ${message}.` };
  }
  if (/out of memory|string or blob too big/i.test(message)) {
    return { errorId: 'QueryTooLarge', message: 'The query needs more memory than it may use.' };
  }
  return { errorId: 'QueryFailed', message: `The query failed: ${message}.` };
}
