import { OperationFailure } from '../requests/envelope.ts';
import { JsonText } from '../requests/json-text.ts';
import type { QueryArguments } from './query-arguments.ts';
import type { QueryPool } from './query-pool.ts';
import type { QueryRequest } from './query-request.ts';
import { toCachingMode, type ResultCache } from './result-cache.ts';

export interface QueryService {
  /** Runs one statement with `Args`. Throws OperationFailure with the reason given by the query process. */
  run(
    scope: QueryRequest['scope'],
    sql: string,
    args: Pick<QueryArguments, 'page' | 'caching' | 'parameters'>,
  ): Promise<JsonText>;
  stop(): void;
}

export function createQueryService(
  pool: QueryPool,
  cache: ResultCache,
  changeCounter: () => number,
): QueryService {
  return {
    async run(scope, sql, args) {
      const mode = toCachingMode(args.caching);
      const key = mode.mode === 'off' ? '' : JSON.stringify([scope, sql, args.page, args.parameters]);
      const cached = cache.find(key, mode);
      if (cached !== undefined) return cached;
      const changes = changeCounter();
      const reply = await pool.run({ scope, sql, parameters: args.parameters, page: args.page });
      if (!reply.ok) throw new OperationFailure(reply.errorId, reply.message);
      const result = new JsonText(reply.json);
      cache.set(key, mode, result, changes);
      return result;
    },
    stop: () => pool.stop(),
  };
}
