/** "item 9" before "item 10"; ignores case and accents. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** A text made ready to be compared many times. */
interface OrderedText {
  readonly text: string;
  /** Comparing keys gives the collator's order; undefined if the collator is needed. */
  readonly key: string | undefined;
}

/**
 * Compares texts in natural order. The collator needs about a microsecond per pair, which is noticeable with
 * a hundred thousand rows; plain ASCII is compared by equivalent keys.
 */
export function compareTexts(a: OrderedText, b: OrderedText): number {
  if (a.key === undefined || b.key === undefined) return collator.compare(a.text, b.text);
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

export function orderedText(text: string): OrderedText {
  return { text, key: /^[\t\n\r -~]*$/.test(text) ? keyOf(text) : undefined };
}

/** The rank of each ASCII letter in the collator's order; letters that it treats as equal share one. */
const places = placesOfLetters();

function placesOfLetters(): ReadonlyMap<string, string> {
  const letters = ['\t', '\n', '\r', ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))];
  letters.sort(collator.compare);
  let place = 0;
  let last: string | undefined;
  const found = new Map<string, string>();
  for (const letter of letters) {
    if (last !== undefined && collator.compare(last, letter) !== 0) place += 1;
    last = letter;
    found.set(letter, String.fromCharCode(1 + place));
  }
  return found;
}

const placeOfDigits = places.get('0') ?? '';
/** Maximum digits of one number; the collator starts another number after that too. */
const maxDigits = 254;

function keyOf(text: string): string {
  let key = '';
  for (let at = 0; at < text.length;) {
    const digits = numberAt(text, at);
    if (digits === '') {
      key += places.get(text.charAt(at)) ?? '';
      at += 1;
    } else {
      const significant = digits.replace(/^0+(?=\d)/, '');
      // A longer number is greater.
      key += placeOfDigits + String.fromCharCode(significant.length) + significant;
      at += digits.length;
    }
  }
  return key;
}

function numberAt(text: string, from: number): string {
  let end = from;
  while (end - from < maxDigits && isDigit(text.charCodeAt(end))) end += 1;
  return text.slice(from, end);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
