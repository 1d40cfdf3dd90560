/** The text of a cell as shown and copied; empty for null and undefined. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  // A function or a symbol has no JSON, whatever the type of `stringify` says.
  const json: unknown = JSON.stringify(value);
  return typeof json === 'string' ? json : '';
}
