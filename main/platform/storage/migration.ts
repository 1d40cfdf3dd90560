/**
 * The tables of one noun. Step 1 is the first entry; steps are never edited once released, only added to. Each
 * runs in one transaction with the note that it ran.
 */
export interface NounMigrations {
  /** The noun that owns the tables, for example `drafts`. */
  readonly noun: string;
  /** SQL scripts in the order in which they were added. */
  readonly steps: readonly string[];
}
