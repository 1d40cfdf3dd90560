import type { Emit, EventName, EventPayload } from '../../../../contract/bridge/events.ts';
import { failure } from '../../errors/failure.ts';
import type { Host } from '../host.ts';
import type { SecretLinks } from '../secret-links.ts';

export interface CommandHostOptions {
  readonly secretLinks: Pick<SecretLinks, 'write'>;
  /** Absent where no browser can be opened. */
  readonly openUrl?: ((url: string) => Promise<void>) | undefined;
}

/** Calls `listener` for every event of a name; the result stops that. */
export type ListenTo = <Name extends EventName>(
  name: Name,
  listener: (payload: EventPayload<Name>) => void,
) => () => void;

/** The host of the command line: no window, no dialogs. */
export function createCommandHost({ secretLinks, openUrl }: CommandHostOptions): {
  readonly host: Host;
  readonly on: ListenTo;
} {
  const events = createEvents();
  const noDialog = (): Promise<never> =>
    Promise.reject(
      failure('invalid-input', 'The command line has no dialogs. Name the file as an argument.'),
    );
  return {
    on: events.on,
    host: {
      kind: 'command',
      emit: events.emit,
      async openExternal(url, { isSecret } = { isSecret: false }) {
        await openUrl?.(isSecret ? await secretLinks.write(url) : url);
      },
      openFile: noDialog,
      saveFile: noDialog,
      chooseFolder: noDialog,
      copyText: () =>
        Promise.reject(failure('invalid-input', 'The command line has no clipboard. Redirect its output.')),
    },
  };
}

/** Events by name, for listeners in this process. */
export function createEvents(): { readonly emit: Emit; readonly on: ListenTo } {
  const target = new EventTarget();
  return {
    emit(name, payload) {
      target.dispatchEvent(new CustomEvent(name, { detail: payload }));
    },
    on(name, listener) {
      const receive = (event: Event): void => {
        // Only `emit` dispatches here, and it pairs names with payloads.
        if (event instanceof CustomEvent) listener(event.detail as Parameters<typeof listener>[0]);
      };
      target.addEventListener(name, receive);
      return () => target.removeEventListener(name, receive);
    },
  };
}
