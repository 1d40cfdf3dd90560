import { AsyncLocalStorage } from 'node:async_hooks';
import { basename } from 'node:path';
import type { Emit, EventName, EventPayload } from '../../../../contract/bridge/events.ts';
import { failure } from '../../errors/failure.ts';
import type { FileSink, Host } from '../host.ts';
import { openAt } from '../open-at.ts';
import { realFolder } from '../real-folder.ts';
import { replaceFile } from '../replace-file.ts';
import type { SecretLinks } from '../secret-links.ts';

/** The files and folders of one call, which arguments name in the place of dialogs. */
export interface CallFiles {
  /** Path of the file that the call opens. */
  readonly open?: string;
  /** Path of the file that the call saves, or what receives its content piece by piece. */
  readonly save?: string | FileSink;
  readonly folder?: string;
}

export interface CommandHostOptions {
  readonly secretLinks: Pick<SecretLinks, 'write'>;
  /** Absent where no browser can be opened. */
  readonly openUrl?: ((url: string) => Promise<void>) | undefined;
}

export interface CommandHost extends Host {
  /** Runs a call with its own files. */
  withFiles<Result>(files: CallFiles, call: () => Promise<Result>): Promise<Result>;
  /** Calls `listener` for every event of this name; the result stops that. */
  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void;
}

/** The host of the command line: no window, no dialogs. */
export function createCommandHost({ secretLinks, openUrl }: CommandHostOptions): CommandHost {
  const files = new AsyncLocalStorage<CallFiles>();
  const target = new EventTarget();
  const emit: Emit = (name, payload) => {
    target.dispatchEvent(new CustomEvent(name, { detail: payload }));
  };
  return {
    kind: 'command',
    emit,
    withFiles: (named, call) => files.run(named, call),
    on(name, listener) {
      const receive = (event: Event): void => {
        // Only `emit` dispatches here, and it pairs names with payloads.
        if (event instanceof CustomEvent) listener(event.detail as Parameters<typeof listener>[0]);
      };
      target.addEventListener(name, receive);
      return () => target.removeEventListener(name, receive);
    },
    async openExternal(url, { isSecret } = { isSecret: false }) {
      await openUrl?.(isSecret ? await secretLinks.write(url) : url);
    },
    async openFile({ title, maxBytes }) {
      const path = files.getStore()?.open;
      if (path === undefined) throw failure('invalid-input', `${title}: name the file as an argument.`);
      return await openAt(path, maxBytes);
    },
    async saveFile({ title, suggestedName, savesBeginning = false }, write) {
      const save = files.getStore()?.save;
      if (save === undefined) throw failure('invalid-input', `${title}: name the file with --out.`);
      if (typeof save !== 'string') {
        await write(save);
        return { fileName: suggestedName };
      }
      await replaceFile(save, write, { savesBeginning });
      return { fileName: basename(save) };
    },
    async chooseFolder({ title }) {
      const folder = files.getStore()?.folder;
      if (folder === undefined) throw failure('invalid-input', `${title}: name the folder as an argument.`);
      return await realFolder(folder);
    },
    copyText: () =>
      Promise.reject(failure('invalid-input', 'The command line has no clipboard. Redirect its output.')),
  };
}
