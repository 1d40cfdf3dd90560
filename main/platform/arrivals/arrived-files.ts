import type { Arrivals } from './arrivals.ts';
import type { OpenedFile } from '../files/opened-file.ts';

/** A file that the operating system opens with the app, for example from a file manager. Not read yet. */
export interface ArrivedFile {
  /** Base name without a folder. */
  readonly name: string;
  /** Throws `file-too-large` and `file-unreadable`. */
  read(maxBytes: number): Promise<OpenedFile>;
}

/** Files waiting for a window to open them. */
export type ArrivedFiles = Pick<Arrivals<ArrivedFile>, 'take'>;
