/** The text of a column that holds JSON, or null for nothing. */
export const jsonColumn = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);
