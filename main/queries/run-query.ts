import type { z } from 'zod';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Emit } from '../../contract/bridge/events.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import type { QueryParameter, queryArgumentsSchema, QueryResult } from '../../contract/queries/queries.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { bindQuery } from './console/bind-query.ts';
import { queryPage } from '../tenants/endpoints/query-call.ts';
import { tablesShownBy } from './console/query-schema.ts';
import type { QueryStore } from './console/query-store.ts';
import { enteredOf, notedRun } from './console/run-history.ts';
import { cellsOf, columnsOf } from './console/query-table.ts';

export interface RunParts {
  readonly client: TenantClient;
  readonly store: QueryStore;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, for durations. */
  readonly clock: () => number;
  readonly newId: () => string;
}

export interface RunRequest {
  readonly tenantId: string;
  readonly text: string;
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  readonly arguments: z.output<typeof queryArgumentsSchema>;
  readonly isNoted: boolean;
}

/** Runs one page of a query. A query written by the user is stored in the history, whether it succeeds or not. */
export async function runQuery(
  parts: RunParts,
  request: RunRequest,
  call: CallContext,
): Promise<QueryResult> {
  const { client, store, now, clock, newId } = parts;
  const { tenantId, text, arguments: args } = request;
  const sentText = bindQuery(text, request.parameters);
  const ranAt = now();
  const startedAt = clock();
  const note = (rowCount: number | null, errorMessage: string | null): number => {
    const durationMs = clock() - startedAt;
    if (request.isNoted) {
      store.addRun(
        tenantId,
        notedRun(
          { id: newId(), text, ranAt, durationMs, rowCount, errorMessage },
          enteredOf(request.parameters),
        ),
      );
      parts.emit('queries.historyChanged', { tenantId });
    }
    return durationMs;
  };
  try {
    const page = await queryPage(
      client,
      { tenantId, text: sentText, ...args, purpose: 'run the query' },
      call,
    );
    const durationMs = note(page.rows.length, null);
    for (const { name, columns } of tablesShownBy(text, page)) store.learnColumns(tenantId, name, columns);
    const columns = columnsOf(page);
    return {
      columns,
      rows: page.rows.map((row) => cellsOf(row, columns)),
      fullCount: page.fullCount,
      isCounted: page.isCounted,
      durationMs,
      sentText,
    };
  } catch (error) {
    note(null, toDeskError(error).message);
    throw error;
  }
}
