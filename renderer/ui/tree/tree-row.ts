/** One row of a TreeTable as it is to be seen. */
export interface TreeRow {
  readonly id: string;
  /** From 1. */
  readonly level: number;
  /** Undefined where there is nothing to unfold. */
  readonly isOpen: boolean | undefined;
}

export interface TreeColumn {
  readonly label: string;
  /** A track of a CSS grid, for example `120px`; by default an equal share. */
  readonly width?: string | undefined;
}
