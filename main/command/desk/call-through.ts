import { randomUUID } from 'node:crypto';
import type { MethodName } from '../../../contract/bridge/methods.ts';
import type { CallResult } from '../../../contract/bridge/to-renderer.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { CallFiles } from '../../platform/host/command/call-files.ts';
import type { Desk } from './desk.ts';

/** A way to the services. */
export interface CallPath {
  send(call: {
    readonly id: string;
    readonly method: MethodName;
    readonly input: unknown;
    readonly files: CallFiles;
    readonly reading?: string;
  }): Promise<CallResult | undefined>;
  cancel(id: string): void;
}

/** The typed calls of `Desk` over any way to the services. `ending` cancels calls without a signal. */
export function callThrough({ send, cancel }: CallPath, ending: AbortSignal): Desk['call'] {
  return async (method, input, { signal = ending, files = {}, reading } = {}) => {
    const id = randomUUID();
    const stop = (): void => cancel(id);
    const response = send({ id, method, input, files, ...(reading === undefined ? {} : { reading }) });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    try {
      const result = await response;
      if (result === undefined) throw new Error(`${method} was not answered.`);
      if (!result.ok) throw new DeskFailure(result.error);
      // The handler's type ties the response to the name.
      return result.value as never;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
}
