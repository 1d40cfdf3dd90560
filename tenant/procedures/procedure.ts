/** A named query over the tenant's store, as `/redrock/query` runs it for `@/lib/…`. */
export interface Procedure {
  /** Path without the leading `@`, for example `/lib/server/get_accounts.js`. */
  readonly path: `/lib/${string}.js`;
  /** The description of the platform specification that it stands for. */
  readonly description: string;
  /** `known`: the name is seen in public material. `ours`: we chose it. */
  readonly origin: 'known' | 'ours';
  readonly parameters: readonly ProcedureParameter[];
  /** A select statement; parameters are bound to `@name`, absent ones to null. */
  readonly sql: string;
}

export interface ProcedureParameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
}

export function required(name: string, description: string): ProcedureParameter {
  return { name, isRequired: true, description };
}

export function optional(name: string, description: string): ProcedureParameter {
  return { name, isRequired: false, description };
}
