/** Limits of sample events; separate from the schemas, so that a page doesn't have to load those. */
export const sampleLimits = {
  /** User-defined samples per tenant. */
  samples: 200,
  /** Characters of the name of a sample or of a column. */
  name: 120,
  /** Columns per event. */
  columns: 400,
  /** Characters of a value: longer values are rejected in user-defined samples, and truncated in events of the tenant. */
  value: 20_000,
  /** Bytes of a sample file. */
  fileBytes: 2_000_000,
  /** Events of the tenant that are read at once and cached. */
  events: 10_000,
  /** Total characters of their values: beyond that, the oldest events are skipped. */
  eventCharacters: 16_000_000,
  /** Days for which they are cached. */
  eventDays: 30,
} as const;
