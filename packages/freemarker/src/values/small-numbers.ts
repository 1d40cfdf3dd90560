/**
 * Texts of whole numbers below a thousand, which is what numbers of payloads are put together of: taking them out of a list
 * costs half of what `String` does, whose own memory of texts is small and forgets what a longer list has just shown.
 */
const PLAIN = Array.from({ length: 1_000 }, (_, i) => String(i));
const PADDED = [
  [''],
  ...[1, 2, 3].map((digits) => PLAIN.slice(0, 10 ** digits).map((text) => text.padStart(digits, '0'))),
];

/** The text of a whole number that is not negative. */
export function smallText(value: number): string {
  return (value < PLAIN.length ? PLAIN[value] : undefined) ?? String(value);
}

/** The same with zeros before it, up to `digits` digits; the number has no more. */
export function paddedText(value: number, digits: number): string {
  return PADDED[digits]?.[value] ?? String(value).padStart(digits, '0');
}
