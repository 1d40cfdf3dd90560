import { AsyncLocalStorage } from 'node:async_hooks';
import { basename } from 'node:path';
import { failure } from '../../errors/failure.ts';
import type { FileSink, Host } from '../host.ts';
import { openAt } from '../open-at.ts';
import { realFolder } from '../real-folder.ts';
import { replaceFile } from '../replace-file.ts';

/** The files and folders of one call, which arguments name in the place of dialogs. */
export interface CallFiles {
  /** Path of the file that the call opens. */
  readonly open?: string;
  /** Path of the file that the call saves, or what receives its content piece by piece. */
  readonly save?: string | FileSink;
  readonly folder?: string;
}

export interface FilesOfCalls {
  /** Runs a call of the command line with its own files. */
  run<Result>(files: CallFiles, call: () => Promise<Result>): Promise<Result>;
  /** The host, but calls of the command line get their files from `run` and open no dialog. */
  over(host: Host): Host;
}

export function createFilesOfCalls(): FilesOfCalls {
  const files = new AsyncLocalStorage<CallFiles>();
  return {
    run: (named, call) => files.run(named, call),
    over: (host) => ({
      ...host,
      async openFile(options, signal) {
        const named = files.getStore();
        if (named === undefined) return await host.openFile(options, signal);
        if (named.open !== undefined) return await openAt(named.open, options.maxBytes);
        throw failure('invalid-input', `${options.title}: name the file as an argument.`);
      },
      async saveFile(options, write, signal) {
        const named = files.getStore();
        if (named === undefined) return await host.saveFile(options, write, signal);
        const { save } = named;
        if (save === undefined) throw failure('invalid-input', `${options.title}: name the file with --out.`);
        if (typeof save === 'string') {
          await replaceFile(save, write, { savesBeginning: options.savesBeginning === true });
          return { fileName: basename(save) };
        }
        await write(save);
        return { fileName: options.suggestedName };
      },
      async chooseFolder(options, signal) {
        const named = files.getStore();
        if (named === undefined) return await host.chooseFolder(options, signal);
        if (named.folder !== undefined) return await realFolder(named.folder);
        throw failure('invalid-input', `${options.title}: name the folder as an argument.`);
      },
    }),
  };
}
