import type { QueryReply, QueryRequest } from './query-request.ts';
import type { QueryRunner, RunnerEnd } from './query-runner.ts';

export interface QueryPool {
  /** Resolves to the Result as JSON text or to the failure; never rejects. */
  run(request: Omit<QueryRequest, 'id'>): Promise<QueryReply>;
  stop(): void;
}

interface QueryPoolSettings {
  readonly startRunner: () => QueryRunner;
  /** Milliseconds after which a query is killed. */
  readonly timeLimitMs: number;
  /** Concurrent queries; further ones wait. */
  readonly size: number;
  /**
   * Whether the process of this request ended itself because of its memory. Called once, after it has ended.
   */
  readonly tookTooMuchMemory: (requestId: number) => boolean;
}

interface Waiting {
  readonly request: QueryRequest;
  readonly resolve: (reply: QueryReply) => void;
}

/** A few query runners for one tenant, started on demand and replaced when they end. */
export function createQueryPool(settings: QueryPoolSettings): QueryPool {
  const idle: QueryRunner[] = [];
  const busy = new Map<QueryRunner, { readonly id: number; readonly respond: (reply: QueryReply) => void }>();
  const ended = new WeakSet<QueryRunner>();
  const queue: Waiting[] = [];
  let nextId = 1;
  let isStopped = false;

  function start(): QueryRunner {
    const runner = settings.startRunner();
    runner.onReply((reply) => busy.get(runner)?.respond(reply));
    runner.onEnd((end) => {
      ended.add(runner);
      const at = idle.indexOf(runner);
      if (at !== -1) idle.splice(at, 1);
      const query = busy.get(runner);
      query?.respond(explain(query.id, end));
    });
    return runner;
  }

  /** Why a query has no response if its process ended before its time limit. */
  function explain(id: number, { how, isHeapFull }: RunnerEnd): QueryReply {
    if (settings.tookTooMuchMemory(id) || isHeapFull) {
      const message = 'The query used too much memory and was stopped.';
      return { id, ok: false, errorId: 'QueryTooLarge', message };
    }
    const details = how === undefined ? '' : ` (${how})`;
    const message = `The query process ended unexpectedly${details}. Nothing was changed. Try again.`;
    return { id, ok: false, errorId: 'QueryProcessEnded', message };
  }

  function pump(): void {
    while (queue.length > 0 && !isStopped) {
      const runner = idle.pop() ?? (busy.size < settings.size ? start() : undefined);
      const next = runner === undefined ? undefined : queue.shift();
      if (runner === undefined || next === undefined) return;
      serve(runner, next);
    }
  }

  function serve(runner: QueryRunner, { request, resolve }: Waiting): void {
    const finish = (reply: QueryReply, reusable: boolean): void => {
      clearTimeout(timer);
      busy.delete(runner);
      if (reusable && !ended.has(runner)) idle.push(runner);
      resolve({ ...reply, id: request.id });
      pump();
    };
    const timer = setTimeout(() => {
      runner.kill();
      const message = `The query took longer than ${settings.timeLimitMs / 1000} seconds and was stopped.`;
      finish({ id: request.id, ok: false, errorId: 'QueryTimeout', message }, false);
    }, settings.timeLimitMs);
    busy.set(runner, { id: request.id, respond: (reply) => finish(reply, true) });
    runner.send(request);
  }

  return {
    run(request) {
      return new Promise((resolve) => {
        queue.push({ request: { ...request, id: nextId++ }, resolve });
        pump();
      });
    },
    stop() {
      isStopped = true;
      const stopping = {
        id: 0,
        ok: false,
        errorId: 'TenantStopping',
        message: 'The tenant is stopping.',
      } as const;
      for (const { resolve } of queue.splice(0)) resolve(stopping);
      for (const [runner, { respond }] of busy) {
        respond(stopping);
        runner.kill();
      }
      for (const runner of idle.splice(0)) runner.kill();
    },
  };
}
