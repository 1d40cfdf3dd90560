import type { Emit } from '../../../contract/bridge/events.ts';
import type { OpenedFile } from '../files/opened-file.ts';

export interface OpenFileOptions {
  readonly title: string;
  /** With the dot, for example `.json`. */
  readonly extensions: readonly string[];
  /** A larger file is refused with `file-too-large` before it is read. */
  readonly maxBytes: number;
}

export interface SaveFileOptions {
  readonly title: string;
  readonly suggestedName: string;
  readonly extensions: readonly string[];
  /** True where the beginning of the file is of use by itself: on a full disk it stays, under a name that says so. */
  readonly savesBeginning?: boolean;
}

/** Receives a file piece by piece; resolves when the piece was taken, so that a writer can keep pace. */
export type FileSink = (chunk: string | Uint8Array) => Promise<void>;

/**
 * What services need of the program they run in. There are three hosts (Electron, the browser
 * host and the command line); no service may know which one it has.
 */
export interface Host {
  readonly kind: 'electron' | 'browser' | 'command';
  /**
   * Opens a URL in the system browser. The caller has checked that it is http or https. With `isSecret`, it is handed over where
   * no other user of the machine can read it.
   */
  openExternal(url: string, options?: { readonly isSecret: boolean }): Promise<void>;
  /** Undefined when the person chose no file. Throws `file-too-large`, `file-unreadable` or `canceled`. */
  openFile(options: OpenFileOptions, signal: AbortSignal): Promise<OpenedFile | undefined>;
  /**
   * Lets the person choose where to save, then has `write` fill the file; a failed write leaves no half file
   * under the chosen name. Undefined when no place was chosen.
   */
  saveFile(
    options: SaveFileOptions,
    write: (sink: FileSink) => Promise<void>,
    signal: AbortSignal,
  ): Promise<{ readonly fileName: string } | undefined>;
  /**
   * The real path of a folder that the person chose, and never one that a page named. Undefined when none was chosen. Throws
   * `invalid-input` where this host has no way to choose one, saying what to do, and `file-unreadable`.
   */
  chooseFolder(options: { readonly title: string }, signal: AbortSignal): Promise<string | undefined>;
  copyText(text: string): Promise<void>;
  readonly emit: Emit;
}
