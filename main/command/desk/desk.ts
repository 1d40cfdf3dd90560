import type { EventName, EventPayload } from '../../../contract/bridge/events.ts';
import type { MethodInput, MethodName, MethodOutput } from '../../../contract/bridge/methods.ts';
import type { CallFiles } from '../../platform/host/command/call-files.ts';

export interface CallOptions {
  /** Ends the call in place of Ctrl+C. */
  readonly signal?: AbortSignal;
  /** What the call opens and saves in the place of dialogs. */
  readonly files?: CallFiles;
  /** Calls with the same ID share what they read of the tenant, as if they were one. */
  readonly reading?: string;
}

/**
 * The services as verbs see them: the same calls and events as those of the window. They may run in this process or in the
 * window that has the profile open.
 */
export interface Desk {
  /** Rejects with a `DeskFailure`. */
  call<Name extends MethodName>(
    name: Name,
    input: MethodInput<Name>,
    options?: CallOptions,
  ): Promise<MethodOutput<Name>>;
  /** Calls `listener` for every event of this name; the result stops that. */
  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void;
  close(): Promise<void>;
}
