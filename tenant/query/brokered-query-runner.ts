import type { QueryReply, QueryRequest } from './query-request.ts';
import type { QueryRunner, RunnerEnd, StartQueryRunner } from './query-runner.ts';
import type { ParentPort, Port } from './utility-ports.ts';

/** Messages from the main process about a requested runner; the first one carries its port. */
export interface RunnerMessage {
  readonly type: 'query-runner-started' | 'query-runner-ended';
  readonly id: number;
}

interface Brokered {
  connect(port: Port<QueryReply>): void;
  end(): void;
}

/**
 * Starts runners as utility processes. Only Electron's main process can do that, so it is asked to start and
 * kill them, and passes a port for each, which then carries queries and responses directly.
 */
export function brokerQueryRunners(main: ParentPort<RunnerMessage, QueryReply>): StartQueryRunner {
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
        // After the caller has attached its listener.
        queueMicrotask(() => open.start());
      },
      end: () => ended.resolve({ how: undefined, isHeapFull: false }),
    },
  };
}
