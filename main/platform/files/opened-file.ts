export interface OpenedFile {
  /** Base name without a folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** False once something else stands in its place. Absent where the host cannot look at it again. */
  readonly isAsOpened?: () => Promise<boolean>;
}
