import { fork } from 'node:child_process';
import type { RunnerEnd, StartQueryRunner } from './query-runner.ts';
import { QUERY_PROCESS } from './query-runner.ts';

/** Starts runners as child processes of the tenant's Node, with the tenant's own entry file. */
export function forkQueryRunners(entry: string): StartQueryRunner {
  return (databaseFile) => {
    const child = fork(entry, [QUERY_PROCESS, databaseFile], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--max-old-space-size=192'],
    });
    const ended = new Promise<RunnerEnd>((resolve) => {
      child.once('exit', (code, signal) => resolve(endOf(code, signal)));
      // It failed to start, or ended before a request reached it; an unhandled error would end the tenant.
      child.on('error', ({ message }) => {
        child.kill('SIGKILL');
        resolve({ how: message, isHeapFull: false });
      });
    });
    return {
      send: (request) => void child.send(request),
      onReply: (listener) => void child.on('message', listener),
      onEnd: (listener) => void ended.then(listener),
      kill: () => void child.kill('SIGKILL'),
    };
  };
}

function endOf(code: number | null, signal: NodeJS.Signals | null): RunnerEnd {
  return {
    how: signal === null ? `exit code ${code}` : `signal ${signal}`,
    // V8 aborts when its heap is full, which is exit code 134 on systems without signals; nothing else here
    // does.
    isHeapFull: signal === 'SIGABRT' || code === 134,
  };
}
