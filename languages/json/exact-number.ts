/**
 * A number of JSON as it was written, where a double would say something else: `638682624000000001`, `1.0`, `1e400`, `-0`.
 * A plain object, so that it survives structured cloning, JSON and storage as it is. What reads alike as a double stays a
 * plain number.
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

/** True for text that is a number of JSON. */
export function isNumberText(text: string): boolean {
  return numberForm.test(text);
}

/** True for the text of a number that a double gives back character by character. */
export function isPlain(text: string): boolean {
  return String(Number(text)) === text;
}

/** A number of JSON by its text: a plain number where that has the same text. */
export function numberOf(text: string): number | ExactNumber {
  return isPlain(text) ? Number(text) : { $number: text };
}

export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || isExactNumber(value);
}

/** What somebody typed as a number, every digit of it; undefined for what is none. */
export function numberIn(text: string): number | ExactNumber | undefined {
  const typed = text.trim();
  if (isNumberText(typed)) return numberOf(typed);
  const number = Number(typed);
  return typed === '' || !Number.isFinite(number) ? undefined : number;
}

/** The text of a number as it is shown. */
export function numberText(value: number | ExactNumber): string {
  return typeof value === 'number' ? String(value) : value.$number;
}

/** The nearest double, for what only estimates, such as charts. */
export function approximate(value: number | ExactNumber): number {
  return typeof value === 'number' ? value : Number(value.$number);
}
