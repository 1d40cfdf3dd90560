import type { ShownAgain } from '../../../contract/app/desk-info.ts';
import type { Emit } from '../../../contract/bridge/events.ts';
import type { Notice } from '../../../contract/app/notifications.ts';
import type { OpenedFile } from '../files/opened-file.ts';

export interface OpenFileOptions {
  readonly title: string;
  /** With the dot, for example `.json`. */
  readonly extensions: readonly string[];
  /** A larger file is rejected with `file-too-large` before it is read. */
  readonly maxBytes: number;
}

export interface SaveFileOptions {
  readonly title: string;
  readonly suggestedName: string;
  readonly extensions: readonly string[];
  /** True if a partial file is useful: on a full disk it is saved as incomplete. */
  readonly savesBeginning?: boolean;
}

/** Receives a file in chunks; resolves when the chunk was accepted, for backpressure. */
export type FileSink = (chunk: string | Uint8Array) => Promise<void>;

/**
 * What services need from their host. There are two, Electron and the browser host; services must not depend on which one they
 * have.
 */
export interface Host {
  readonly kind: 'electron' | 'browser' | 'command';
  /**
   * Opens a URL in the system browser. The caller has validated that it is http or https. With `isSecret`, it is passed so that no
   * other user of the machine can read it.
   */
  openExternal(url: string, options?: { readonly isSecret: boolean }): Promise<void>;
  /** Undefined if no file was chosen. Throws `file-too-large`, `file-unreadable` or `cancelled`. */
  openFile(options: OpenFileOptions, signal: AbortSignal): Promise<OpenedFile | undefined>;
  /**
   * Lets the user choose where to save, then lets `write` fill the file; a failed write leaves no partial file under the chosen
   * name. Undefined if no file was chosen.
   */
  saveFile(
    options: SaveFileOptions,
    write: (sink: FileSink) => Promise<void>,
    signal: AbortSignal,
  ): Promise<{ readonly fileName: string } | undefined>;
  /**
   * The real path of a folder chosen by the user, never supplied by a page. Undefined if none was chosen. Throws `invalid-input` if
   * this host can't offer a choice, and `file-unreadable`.
   */
  chooseFolder(options: { readonly title: string }, signal: AbortSignal): Promise<string | undefined>;
  copyText(text: string): Promise<void>;
  /** Shows the window, or a link to it; absent without one. */
  readonly showAgain?: ((purpose: 'start' | 'tab') => ShownAgain) | undefined;
  /** Reports something that has ended, if no window has the focus; absent without a window. */
  readonly notify?: ((notice: Notice) => void) | undefined;
  /** Asks the user for Touch ID; absent in a host without it. */
  readonly presence?:
    | {
        /** False without a sensor, or with a closed lid. */
        isAvailable(): boolean;
        /** `reason` continues “Tenant Desk is trying to”. False if it was canceled. Never rejects. */
        confirm(reason: string): Promise<boolean>;
      }
    | undefined;
  readonly emit: Emit;
}
