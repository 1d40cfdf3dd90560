/**
 * How the tenant stores a moment: UTC text `YYYY-MM-DD HH:MM:SS.mmm`. It sorts by time, and it compares as
 * text with what SQLite's `datetime('now')` and the platform's `DateFunc('now','-7')` return.
 */
export function toStoredTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 23);
}

/** Milliseconds since the epoch of a stored moment; NaN when the text is not one. */
export function fromStoredTime(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** The wire form of a moment in management responses (compatibility: dates are `/Date(ms)/`). */
export function toWireTime(milliseconds: number): string {
  return `/Date(${milliseconds})/`;
}
