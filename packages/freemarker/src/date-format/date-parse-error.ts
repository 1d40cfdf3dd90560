/** A text that does not match its date format. `message` is the reason, as FreeMarker gives it. */
export class DateParseError extends Error {
  override readonly name = 'DateParseError';
  readonly code = 'date_parse';
}
