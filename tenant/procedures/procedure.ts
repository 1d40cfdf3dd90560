/** A named query over the tenant's database, run by `/redrock/query` for `@/lib/…`. */
export interface Procedure {
  /** Path without the leading `@`, for example `/lib/server/get_accounts.js`. */
  readonly path: `/lib/${string}.js`;
  /** Its description in the platform specification. */
  readonly description: string;
  /** `known`: the name appears in public material. `ours`: we chose it. */
  readonly origin: 'known' | 'ours';
  readonly parameters: readonly ProcedureParameter[];
  /** A select statement; parameters are bound to `@name`, absent ones to null. */
  readonly sql: string;
}

type ProcedureParameter =
  | { readonly isRequired: false; readonly name: string; readonly description: string }
  | {
      readonly isRequired: true;
      readonly name: string;
      readonly description: string;
      /**
       * A statement over public tables that finds a value for which the procedure returns rows, in every
       * seeded tenant.
       */
      readonly example: string;
    };

/** Example: `required('id', 'ID of the role', 'SELECT ID FROM Role')`. */
export function required(name: string, description: string, example: string): ProcedureParameter {
  return { isRequired: true, name, description, example };
}

export function optional(name: string, description: string): ProcedureParameter {
  return { isRequired: false, name, description };
}
