/**
 * An exact number, or the key of a reserved name, in text that `JSON.stringify` has written. Neither occurs within a string,
 * where quotes are escaped.
 */
const marked =
  /\{\s*"\$number":\s*"(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)"\s*\}|"\$(\$*__proto__|\$+number)"(?=:)/g;

/** `JSON.stringify` for what `parseExact` has read: numbers are written digit by digit as they came. */
export function formatExact(value: unknown, indent?: number): string {
  // Undefined and functions have no JSON, whatever the type of `stringify` says.
  const text = JSON.stringify(value, undefined, indent) as string | undefined;
  if (text === undefined) return '';
  if (!text.includes('"$')) return text;
  return text.replace(marked, (_, digits: string | undefined, name: string | undefined) =>
    digits === undefined ? `"${name ?? ''}"` : digits,
  );
}
