/**
 * The stored form of a time: UTC text `YYYY-MM-DD HH:MM:SS.mmm`. It sorts by time, and compares as text with
 * the results of SQLite's `datetime('now')` and the platform's `DateFunc('now','-7')`.
 */
export function toStoredTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 23);
}

/** Milliseconds since the epoch of a stored time; NaN for other text. */
export function fromStoredTime(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** The wire form of a time in management responses (compatibility: dates are `/Date(ms)/`). */
export function toWireTime(milliseconds: number): string {
  return `/Date(${milliseconds})/`;
}
