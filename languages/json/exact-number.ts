/**
 * A JSON number as written, for values that a double would change: `638682624000000001`, `1.0`, `1e400`,
 * `-0`. A plain object, so that it survives structured cloning, JSON and storage. Numbers with the same text
 * as a double stay plain numbers.
 */
export type ExactNumber = {
  readonly $number: string;
};

const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function isExactNumber(value: unknown): value is ExactNumber {
  if (typeof value !== 'object' || value === null || !('$number' in value)) return false;
  return (
    typeof value.$number === 'string' && numberForm.test(value.$number) && Object.keys(value).length === 1
  );
}

/** Whether text is a JSON number. */
export function isNumberText(text: string): boolean {
  return numberForm.test(text);
}

/** Whether a double reproduces the number's text character by character. */
export function isPlain(text: string): boolean {
  return String(Number(text)) === text;
}

/** The number for a JSON number's text: a plain number if that has the same text. */
export function numberOf(text: string): number | ExactNumber {
  return isPlain(text) ? Number(text) : { $number: text };
}

export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || isExactNumber(value);
}

/** A typed number with all its digits; undefined if the text isn't a number. */
export function numberIn(text: string): number | ExactNumber | undefined {
  const typed = text.trim();
  if (isNumberText(typed)) return numberOf(typed);
  const number = Number(typed);
  return typed === '' || !Number.isFinite(number) ? undefined : number;
}

/** The text of a number for display. */
export function numberText(value: number | ExactNumber): string {
  return typeof value === 'number' ? String(value) : value.$number;
}

/** The nearest double, for estimates such as charts. */
export function approximate(value: number | ExactNumber): number {
  return typeof value === 'number' ? value : Number(value.$number);
}
