import { memoryNote } from './memory-note.ts';
import type { QueryReply, QueryRequest } from './query-request.ts';
import { openReadOnly, type ReadOnlyDatabase } from './read-only-database.ts';
import { QueryError, runQuery } from './run-query.ts';
import { utilityParentPort } from './utility-ports.ts';
import { watchProcess } from './watch-process.ts';

/** Fifty thousand events, the maximum rows of one response, need half of it. */
const MEMORY_BYTES = 512 * 1024 * 1024;

/** Runs queries over one database file, one at a time, for the tenant that started this process. */
export function serveQueries(databaseFile: string): void {
  const open = new Map<QueryRequest['scope'], ReadOnlyDatabase>();
  const setNote = watchProcess({ memoryBytes: MEMORY_BYTES, everyMs: 50 });

  function databaseFor(scope: QueryRequest['scope']): ReadOnlyDatabase {
    const database = open.get(scope) ?? openReadOnly(databaseFile, scope, Date.now);
    open.set(scope, database);
    return database;
  }

  function replyTo(request: QueryRequest): QueryReply {
    setNote(memoryNote(databaseFile, request.id));
    try {
      return { id: request.id, ok: true, json: runQuery(databaseFor(request.scope), request) };
    } catch (error) {
      return { id: request.id, ok: false, ...describe(error) };
    }
  }

  const main = utilityParentPort<undefined, QueryRequest>();
  if (main === undefined) {
    process.on('message', (request: QueryRequest) => process.send?.(replyTo(request)));
    process.on('disconnect', () => process.exit(0));
  } else {
    main.on('message', ({ ports: [tenant] }) => {
      tenant?.on('message', ({ data }) => tenant.postMessage(replyTo(data)));
      tenant?.on('close', () => process.exit(0));
      tenant?.start();
    });
  }
}

function describe(error: unknown): { errorId: string; message: string } {
  if (error instanceof QueryError) return { errorId: error.errorId, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  if (/not authorized|prohibited|may not be used/i.test(message)) {
    return { errorId: 'QueryNotAllowed', message: `The query is not allowed: ${message}.` };
  }
  if (/out of memory|string or blob too big/i.test(message)) {
    return { errorId: 'QueryTooLarge', message: 'The query exceeded its memory limit.' };
  }
  return { errorId: 'QueryFailed', message: `${message}.` };
}
