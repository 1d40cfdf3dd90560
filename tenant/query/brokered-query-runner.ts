import type { QueryReply, QueryRequest } from './query-request.ts';
import type { QueryRunner, RunnerEnd, StartQueryRunner } from './query-runner.ts';
import type { ParentPort, Port } from './utility-ports.ts';

/** What main tells of a runner that it was asked for; the first message carries the port to it. */
export interface RunnerNews {
  readonly type: 'query-runner-started' | 'query-runner-ended';
  readonly id: number;
}

interface Brokered {
  connect(port: Port<QueryReply>): void;
  end(): void;
}

/**
 * Starts runners as utility processes. Only Electron's main process can, so it is asked to start and to kill them, and
 * hands over a port for each, over which queries and answers go without it.
 */
export function brokerQueryRunners(main: ParentPort<RunnerNews, QueryReply>): StartQueryRunner {
  const running = new Map<number, Brokered>();
  let nextId = 1;
  main.on('message', ({ data, ports: [port] }) => {
    const runner = running.get(data.id);
    if (data.type === 'query-runner-ended') {
      running.delete(data.id);
      runner?.end();
    } else if (port !== undefined) runner?.connect(port);
  });
  return (databaseFile) => {
    const id = nextId++;
    const { runner, brokered } = createRunner(() => main.postMessage({ type: 'kill-query-runner', id }));
    running.set(id, brokered);
    main.postMessage({ type: 'start-query-runner', id, databaseFile });
    return runner;
  };
}

function createRunner(kill: () => void): { readonly runner: QueryRunner; readonly brokered: Brokered } {
  const port = Promise.withResolvers<Port<QueryReply>>();
  const ended = Promise.withResolvers<RunnerEnd>();
  return {
    runner: {
      send: (request: QueryRequest) => void port.promise.then((open) => open.postMessage(request)),
      onReply: (listener) =>
        void port.promise.then((open) => open.on('message', ({ data }) => listener(data))),
      onEnd: (listener) => void ended.promise.then(listener),
      kill,
    },
    brokered: {
      connect(open) {
        port.resolve(open);
        // After whoever waited for it has begun to listen.
        queueMicrotask(() => open.start());
      },
      end: () => ended.resolve({ how: undefined, isHeapFull: false }),
    },
  };
}
