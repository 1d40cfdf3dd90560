/** A measured figure: Tenant Desk compared with a reference in the same run. */
export interface Figure {
  readonly figure: string;
  /** Median of Tenant Desk divided by the median of the reference; `unit` says what is compared. */
  readonly ratio: number;
  /** For example `times as many renders per second`. */
  readonly unit: string;
  readonly reference: string;
  /** For example `at least 1.0`. */
  readonly goal?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Default export of every module in this folder. */
export interface Benchmark {
  readonly name: string;
  run(): Promise<readonly Figure[]>;
}
