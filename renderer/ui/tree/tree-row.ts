/** One visible row of a TreeTable. */
export interface TreeRow {
  readonly id: string;
  /** From 1. */
  readonly level: number;
  /** Undefined if there is nothing to expand. */
  readonly isOpen: boolean | undefined;
}

export interface TreeColumn {
  readonly label: string;
  /** A track of a CSS grid, for example `120px`; by default an equal share. */
  readonly width?: string | undefined;
}
