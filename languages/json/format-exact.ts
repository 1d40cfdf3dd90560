/**
 * Matches an exact number, or the key of a reserved name, in text written by `JSON.stringify`. Neither can
 * occur inside a string, where quotes are escaped.
 */
const marked =
  /\{\s*"\$number":\s*"(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)"\s*\}|"\$(\$*__proto__|\$+number)"(?=:)/g;

/** `JSON.stringify` for values from `parseExact`: numbers are written with their original digits. */
export function formatExact(value: unknown, indent?: number): string {
  // Undefined and functions have no JSON, despite the type of `stringify`.
  const text = JSON.stringify(value, undefined, indent) as string | undefined;
  if (text === undefined) return '';
  if (!text.includes('"$')) return text;
  return text.replace(marked, (_, digits: string | undefined, name: string | undefined) =>
    digits === undefined ? `"${name ?? ''}"` : digits,
  );
}
