/** What is kept of sample events; apart from the schemas, so that a page need not load those. */
export const sampleLimits = {
  /** Own samples of one tenant. */
  samples: 200,
  /** Characters of the name of a sample or of a column. */
  name: 120,
  /** Columns of one event. */
  columns: 400,
  /** Characters of a value: of an own sample that is refused, of an event of the tenant it is cut. */
  value: 20_000,
  /** Bytes of a file with samples. */
  fileBytes: 2_000_000,
  /** Events of the tenant that are read at once, and kept. */
  events: 10_000,
  /** Characters of their values in all: of more, the oldest events are left out. */
  eventCharacters: 16_000_000,
  /** Days for which they are kept. */
  eventDays: 30,
} as const;
