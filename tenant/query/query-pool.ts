import { fork, type ChildProcess } from 'node:child_process';
import type { QueryReply, QueryRequest } from './query-request.ts';

export interface QueryPool {
  /** Resolves to the Result as JSON text or to what went wrong; it does not reject. */
  run(request: Omit<QueryRequest, 'id'>): Promise<QueryReply>;
  stop(): void;
}

export interface QueryPoolSettings {
  readonly databaseFile: string;
  /** Milliseconds after which a query is killed. */
  readonly timeLimitMs: number;
  /** Queries under way at once; further ones wait. */
  readonly size: number;
}

interface Waiting {
  readonly request: QueryRequest;
  readonly resolve: (reply: QueryReply) => void;
}

/** A few query processes for one tenant, started when they are first needed and replaced when they die. */
export function createQueryPool(settings: QueryPoolSettings): QueryPool {
  const idle: ChildProcess[] = [];
  const busy = new Set<ChildProcess>();
  const queue: Waiting[] = [];
  let nextId = 1;
  let isStopped = false;

  function start(): ChildProcess {
    const child = fork(new URL('./query-process.ts', import.meta.url), [settings.databaseFile], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--max-old-space-size=192'],
    });
    child.once('exit', () => {
      const at = idle.indexOf(child);
      if (at !== -1) idle.splice(at, 1);
    });
    return child;
  }

  function pump(): void {
    while (queue.length > 0 && !isStopped) {
      const child = idle.pop() ?? (busy.size < settings.size ? start() : undefined);
      if (child === undefined) return;
      const next = queue.shift();
      if (next === undefined) return;
      void serve(child, next);
    }
  }

  async function serve(child: ChildProcess, { request, resolve }: Waiting): Promise<void> {
    busy.add(child);
    const reply = await exchange(child, request, settings.timeLimitMs);
    busy.delete(child);
    if (child.connected && child.signalCode === null && !child.killed) idle.push(child);
    resolve(reply);
    pump();
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
      for (const child of [...idle, ...busy]) child.kill('SIGKILL');
      for (const { request, resolve } of queue.splice(0))
        resolve(failure(request, 'TenantStopping', 'The tenant is stopping.'));
    },
  };
}

function exchange(child: ChildProcess, request: QueryRequest, timeLimitMs: number): Promise<QueryReply> {
  return new Promise((resolve) => {
    const settle = (reply: QueryReply): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(reply);
    };
    const onMessage = (reply: QueryReply): void => settle(reply);
    const onExit = (): void =>
      settle(failure(request, 'QueryTooLarge', 'The query used too much memory and was ended.'));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      settle(
        failure(
          request,
          'QueryTimeout',
          `The query took longer than ${timeLimitMs / 1000} seconds and was ended.`,
        ),
      );
    }, timeLimitMs);
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.send(request);
  });
}

function failure(request: QueryRequest, errorId: string, message: string): QueryReply {
  return { id: request.id, ok: false, errorId, message };
}
