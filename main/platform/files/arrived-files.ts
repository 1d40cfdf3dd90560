import type { OpenedFile } from './opened-file.ts';

/** A file that the operating system opens with the app, for example from a file manager. Not read yet. */
export interface ArrivedFile {
  /** Base name without a folder. */
  readonly name: string;
  /** Throws `file-too-large` and `file-unreadable`. */
  read(maxBytes: number): Promise<OpenedFile>;
}

/** Files waiting for a window to open them, in order of arrival. */
export interface ArrivedFiles {
  /** Returns each file once. */
  take(): readonly ArrivedFile[];
}

export interface FileArrivals extends ArrivedFiles {
  add(file: ArrivedFile): void;
  /** Called for each file from now on. Earlier ones wait for the first window. */
  follow(arrived: () => void): void;
}

export function createFileArrivals(): FileArrivals {
  let waiting: ArrivedFile[] = [];
  let notify: () => void = () => undefined;
  return {
    add(file) {
      waiting.push(file);
      notify();
    },
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    follow(arrived) {
      notify = arrived;
    },
  };
}
