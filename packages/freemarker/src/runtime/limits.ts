/** What a rendering may use. Templates come from files of unknown origin, so every one of these has a bound. */
export interface Limits {
  /** Loop iterations, calls and other repeated work. */
  readonly steps: number;
  /** Wall clock, in milliseconds. */
  readonly milliseconds: number;
  /** Length of the output, in UTF-16 units. */
  readonly outputLength: number;
  /** Length of any string value, in UTF-16 units. */
  readonly stringLength: number;
  /** Items of any sequence that has to be held in memory. */
  readonly sequenceLength: number;
  /** Digits of any number. */
  readonly digits: number;
  /** Macros, functions, includes and interpreted templates that are active at once. */
  readonly callDepth: number;
  /** Length of a template's source, in UTF-16 units. */
  readonly templateLength: number;
  /** Steps of one regular expression's matching. */
  readonly regexSteps: number;
}

export const DEFAULT_LIMITS: Limits = {
  steps: 5_000_000,
  milliseconds: 1_000,
  outputLength: 10_000_000,
  stringLength: 10_000_000,
  sequenceLength: 1_000_000,
  digits: 10_000,
  callDepth: 200,
  templateLength: 1_000_000,
  regexSteps: 1_000_000,
};
