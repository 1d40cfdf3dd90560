/** A column of a variable model; `type` as the service names it (`STRING`, `LONG`, `TIMESTAMP`). */
export interface VariableColumn {
  readonly name: string;
  readonly type?: string | undefined;
  readonly description?: string | undefined;
}

/** A node of the payload's variables, such as `event`, with its columns. */
export interface VariableModel {
  /** Empty for the variables that belong to no node. */
  readonly name: string;
  readonly description?: string | undefined;
  readonly columns: readonly VariableColumn[];
}
