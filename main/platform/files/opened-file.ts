export interface OpenedFile {
  /** Base name without a folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** False once the file has changed. Absent if the host can't read it again. */
  readonly isAsOpened?: () => Promise<boolean>;
}
