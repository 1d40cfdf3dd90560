/** Texts shorter than this fit on a line as they are. */
const minLength = 24;

/**
 * Splits a long URL or path where a line may break: after separators, so that hosts and names stay whole. Other texts are returned
 * in one piece.
 */
export function breakPlaces(text: string): readonly string[] {
  if (text.length < minLength || !text.includes('/')) return [text];
  return text.match(/[^/?&=;,]+[/?&=;,]*|[/?&=;,]+/g) ?? [text];
}
