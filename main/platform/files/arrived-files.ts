import type { OpenedFile } from './opened-file.ts';

/** A file that the system hands to the program, as when somebody opens it in a file manager. Not read yet. */
export interface ArrivedFile {
  /** Base name without a folder. */
  readonly name: string;
  /** Throws `file-too-large` and `file-unreadable`. */
  read(maxBytes: number): Promise<OpenedFile>;
}

/** Files that wait for a window to open them, in the order in which they came. */
export interface ArrivedFiles {
  /** Each file once. */
  take(): readonly ArrivedFile[];
}

export interface FileArrivals extends ArrivedFiles {
  add(file: ArrivedFile): void;
  /** Told of each from then on. What came before waits for the first window. */
  follow(arrived: () => void): void;
}

export function createFileArrivals(): FileArrivals {
  let waiting: ArrivedFile[] = [];
  let tell: () => void = () => undefined;
  return {
    add(file) {
      waiting.push(file);
      tell();
    },
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    follow(arrived) {
      tell = arrived;
    },
  };
}
