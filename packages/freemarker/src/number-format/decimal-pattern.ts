/** A pattern that java.text.DecimalFormat would reject. `message` follows Java's. */
export class NumberPatternError extends Error {
  override readonly name = 'NumberPatternError';
  readonly code = 'number_pattern';
}

/** A piece of a prefix or suffix: literal text, or a symbol that the locale fills in. */
export type AffixPart = { readonly text: string } | { readonly symbol: AffixSymbol };
export type AffixSymbol = 'minus' | 'percent' | 'perMill' | 'currency' | 'currencyCode';

/** A parsed DecimalFormat pattern. */
export interface DecimalPattern {
  readonly positivePrefix: readonly AffixPart[];
  readonly positiveSuffix: readonly AffixPart[];
  readonly negativePrefix: readonly AffixPart[];
  readonly negativeSuffix: readonly AffixPart[];
  /** 1, 100 for percent or 1000 for per mille. */
  readonly multiplier: number;
  readonly minIntegerDigits: number;
  readonly maxIntegerDigits: number;
  readonly minFractionDigits: number;
  readonly maxFractionDigits: number;
  /** 0 when digits are not grouped. */
  readonly groupingSize: number;
  readonly showsDecimalSeparator: boolean;
  /** 0 when the notation is plain. */
  readonly minExponentDigits: number;
  readonly isCurrency: boolean;
}

const UNLIMITED = Number.MAX_SAFE_INTEGER;
const isNumberPart = (ch: string): boolean => ch === '#' || ch === '0' || ch === ',' || ch === '.';

/** What the number characters of a pattern count up to. */
interface NumberPart {
  left: number;
  zeros: number;
  right: number;
  /** Digits before the decimal separator, or -1 without one. */
  decimalAt: number;
  /** Digits since the last grouping separator, or -1 without one. */
  grouping: number;
  minExponentDigits: number;
}

/**
 * Parses a pattern by the rules of java.text.DecimalFormat.applyPattern.
 * @throws NumberPatternError
 */
export function parseDecimalPattern(pattern: string): DecimalPattern {
  const positive = new SubPatternReader(pattern, 0, true).read();
  const negative =
    positive.end + 1 < pattern.length
      ? new SubPatternReader(pattern, positive.end + 1, false).read()
      : undefined;
  const hasOwnNegative =
    negative !== undefined &&
    !(sameParts(negative.prefix, positive.prefix) && sameParts(negative.suffix, positive.suffix));
  return {
    positivePrefix: positive.prefix,
    positiveSuffix: positive.suffix,
    negativePrefix: hasOwnNegative ? negative.prefix : [{ symbol: 'minus' }, ...positive.prefix],
    negativeSuffix: hasOwnNegative ? negative.suffix : positive.suffix,
    multiplier: positive.multiplier,
    isCurrency: positive.isCurrency || (negative?.isCurrency ?? false),
    ...layout(pattern, positive.number),
  };
}

function sameParts(a: readonly AffixPart[], b: readonly AffixPart[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Reads one of the two sub-patterns, a character class at a time as Java does. */
class SubPatternReader {
  readonly prefix: AffixPart[] = [];
  readonly suffix: AffixPart[] = [];
  readonly number: NumberPart = {
    left: 0,
    zeros: 0,
    right: 0,
    decimalAt: -1,
    grouping: -1,
    minExponentDigits: 0,
  };
  multiplier = 1;
  isCurrency = false;
  private readonly pattern: string;
  private readonly isPositive: boolean;
  private at: number;

  constructor(pattern: string, start: number, isPositive: boolean) {
    this.pattern = pattern;
    this.at = start;
    this.isPositive = isPositive;
  }

  /** Where the sub-pattern ended: at the separator or at the end of the pattern. */
  get end(): number {
    return this.at;
  }

  read(): this {
    this.readAffix(this.prefix, false);
    // Number characters after a suffix count as well, and what follows them joins the same suffix.
    while (isNumberPart(this.pattern.charAt(this.at))) {
      if (this.isPositive) this.readNumber();
      else this.skipNumber();
      this.readAffix(this.suffix, true);
    }
    return this;
  }

  private fail(what: string): never {
    throw new NumberPatternError(`${what} in pattern "${this.pattern}"`);
  }

  private readAffix(parts: AffixPart[], mayEndPattern: boolean): void {
    let inQuote = false;
    for (; this.at < this.pattern.length; this.at++) {
      const ch = this.pattern.charAt(this.at);
      if (ch === "'") {
        if (this.pattern.charAt(this.at + 1) === "'") {
          pushText(parts, "'");
          this.at++;
        } else inQuote = !inQuote;
      } else if (inQuote) pushText(parts, ch);
      else if (isNumberPart(ch)) return;
      else if (ch === ';') {
        if (!mayEndPattern || !this.isPositive) this.fail("Unquoted special character ';'");
        return;
      } else this.readAffixCharacter(parts, ch);
    }
    if (inQuote) throw new NumberPatternError(`Malformed pattern "${this.pattern}"`);
  }

  private readAffixCharacter(parts: AffixPart[], ch: string): void {
    if (ch === '\u00a4') {
      this.isCurrency = true;
      const isDoubled = this.pattern.charAt(this.at + 1) === '\u00a4';
      if (isDoubled) this.at++;
      parts.push({ symbol: isDoubled ? 'currencyCode' : 'currency' });
    } else if (ch === '%' || ch === '\u2030') {
      if (this.multiplier !== 1) this.fail('Too many percent/per mille characters');
      this.multiplier = ch === '%' ? 100 : 1000;
      parts.push({ symbol: ch === '%' ? 'percent' : 'perMill' });
    } else if (ch === '-') parts.push({ symbol: 'minus' });
    else pushText(parts, ch);
  }

  private readNumber(): void {
    const part = this.number;
    for (; this.at < this.pattern.length; this.at++) {
      const ch = this.pattern.charAt(this.at);
      if (ch === '#') {
        if (part.zeros > 0) part.right++;
        else part.left++;
      } else if (ch === '0') {
        if (part.right > 0) this.fail("Unexpected '0'");
        part.zeros++;
      } else if (ch === ',') {
        part.grouping = 0;
        continue;
      } else if (ch === '.') {
        if (part.decimalAt >= 0) this.fail('Multiple decimal separators');
        part.decimalAt = part.left + part.zeros + part.right;
        continue;
      } else break;
      if (part.grouping >= 0 && part.decimalAt < 0) part.grouping++;
    }
    if (this.pattern.charAt(this.at) === 'E') this.readExponent();
  }

  private readExponent(): void {
    const part = this.number;
    if (part.minExponentDigits > 0) this.fail('Multiple exponential symbols');
    const firstZero = ++this.at;
    while (this.pattern.charAt(this.at) === '0') this.at++;
    part.minExponentDigits = this.at - firstZero;
    if (part.left + part.zeros < 1 || part.minExponentDigits < 1) {
      throw new NumberPatternError(`Malformed exponential pattern "${this.pattern}"`);
    }
  }

  /** The negative sub-pattern only gives affixes; its number characters have no meaning. */
  private skipNumber(): void {
    while (isNumberPart(this.pattern.charAt(this.at)) || this.pattern.charAt(this.at) === 'E') this.at++;
  }
}

function pushText(parts: AffixPart[], text: string): void {
  const last = parts.at(-1);
  if (last !== undefined && 'text' in last) parts[parts.length - 1] = { text: last.text + text };
  else parts.push({ text });
}

function layout(pattern: string, part: NumberPart) {
  if (pattern === '') {
    return {
      minIntegerDigits: 0,
      maxIntegerDigits: UNLIMITED,
      minFractionDigits: 0,
      maxFractionDigits: UNLIMITED,
      groupingSize: 3,
      showsDecimalSeparator: false,
      minExponentDigits: 0,
    };
  }
  let { left, zeros, right } = part;
  const { decimalAt, grouping, minExponentDigits } = part;
  if (zeros === 0 && left > 0 && decimalAt >= 0) {
    // "#.#" and ".#": one place before the point (or the first after it) counts as a required digit.
    const whole = Math.max(decimalAt, 1);
    right = left - whole;
    left = whole - 1;
    zeros = 1;
  }
  const misplacedPoint = decimalAt >= 0 && (decimalAt < left || decimalAt > left + zeros);
  if ((decimalAt < 0 && right > 0) || misplacedPoint || grouping === 0) {
    throw new NumberPatternError(`Malformed pattern "${pattern}"`);
  }
  const total = left + zeros + right;
  const point = decimalAt >= 0 ? decimalAt : total;
  const minIntegerDigits = point - left;
  return {
    minIntegerDigits,
    maxIntegerDigits: minExponentDigits > 0 ? left + minIntegerDigits : UNLIMITED,
    minFractionDigits: decimalAt >= 0 ? left + zeros - decimalAt : 0,
    maxFractionDigits: decimalAt >= 0 ? total - decimalAt : 0,
    groupingSize: Math.max(grouping, 0),
    showsDecimalSeparator: decimalAt === 0 || decimalAt === total,
    minExponentDigits,
  };
}
