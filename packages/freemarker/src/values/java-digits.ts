/**
 * The texts of Java's doubles and floats. Since they are what its decimals are made of, they decide what is calculated.
 * Mostly, such a text is the shortest that reads as the number, as in JavaScript; up to JDK 18 it has more digits for
 * some, because of how jdk.internal.math.FloatingDecimal finds them: JDK-4511638.
 */

/** How many bits a number has before its exponent. */
const DOUBLE_BITS = 53;
const FLOAT_BITS = 24;

/** Below this, no decimal is in the middle of two doubles, where the two algorithms differ. */
const MAX_SAME = 2 ** 52;

/** The text of a finite number as JavaScript would write it, with Java's digits; of a float if `isFloat`. */
export function javaText(value: number, isFloat: boolean): string {
  const size = Math.abs(value);
  const isShortest = size === 0 || (!isFloat && size >= 1e-3 && size < MAX_SAME);
  const text = isShortest ? String(size) : generated(size, isFloat);
  return value < 0 ? `-${text}` : text;
}

const view = new DataView(new ArrayBuffer(8));

/** The parts of a number above zero: `fraction * 2^(exponent - 52)`, its highest bit being the 53rd also of the smallest. */
function parts(size: number): { fraction: bigint; exponent: number } {
  view.setFloat64(0, size);
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  let fraction = bits & 0xf_ffff_ffff_ffffn;
  if (exponent !== 0) return { fraction: fraction | 0x10_0000_0000_0000n, exponent: exponent - 1023 };
  let shift = 0;
  while (fraction < 0x10_0000_0000_0000n) {
    fraction <<= 1n;
    shift++;
  }
  return { fraction, exponent: -1022 - shift };
}

/** Bits of 5^exponent, if FloatingDecimal has them in a table; beyond, it assumes three for each. */
const FIVES_IN_TABLE = 27;
const bitsOfFives = (exponent: number): number => {
  if (exponent >= FIVES_IN_TABLE) return exponent * 3;
  return exponent === 0 ? 0 : (5n ** BigInt(exponent)).toString(2).length;
};

/** The text of a number above zero, found digit by digit. */
function generated(size: number, isFloat: boolean): string {
  const { fraction, exponent } = parts(size);
  const tail = trailingZeros(fraction);
  const fractionBits = DOUBLE_BITS - tail;
  const lowest = isFloat ? -126 : -1022;
  const significantBits = (isFloat ? FLOAT_BITS : DOUBLE_BITS) - Math.max(0, lowest - exponent);
  const tinyBits = Math.max(0, fractionBits - exponent - 1);
  if (tinyBits === 0 && exponent <= 62) return wholeText(BigInt(size), exponent - significantBits - 1);

  let decimalExponent = estimatedExponent(fraction, exponent);
  const fives = Math.max(0, -decimalExponent);
  const scaleFives = Math.max(0, decimalExponent);
  let twos = fives + tinyBits + exponent;
  let marginTwos = twos - significantBits;
  twos -= fractionBits - 1;
  let scaleTwos = scaleFives + tinyBits;
  const common = Math.min(twos, scaleTwos);
  twos -= common;
  scaleTwos -= common;
  marginTwos -= common;
  // The next number below a power of two is half as far away.
  if (fractionBits === 1) marginTwos--;
  if (marginTwos < 0) {
    twos -= marginTwos;
    scaleTwos -= marginTwos;
    marginTwos = 0;
  }
  const bits = fractionBits + twos + bitsOfFives(fives);
  const scaleBits = scaleTwos + 1 + bitsOfFives(scaleFives + 1);
  // Big numbers are compared with their bound included; others without, in integers that run over.
  const isBig = bits >= 64 || scaleBits >= 64;
  const width = bits < 32 && scaleBits < 32 ? 32 : 64;

  const generation = new Generation(
    ((fraction >> BigInt(tail)) * 5n ** BigInt(fives)) << BigInt(twos),
    (5n ** BigInt(scaleFives)) << BigInt(scaleTwos),
    (5n ** BigInt(fives)) << BigInt(marginTwos),
    isBig ? undefined : width,
  );
  let digits = generation.next();
  if (digits === '0' && !generation.isHigh) {
    decimalExponent--;
    digits = '';
  }
  // Where a text has an exponent, it has a second digit, whether the first would do or not.
  if (decimalExponent < -3 || decimalExponent >= 8) digits += generation.next();
  while (!generation.isEnded) digits += generation.next();
  if (generation.roundsUp(digits)) {
    const up = (BigInt(digits) + 1n).toString().padStart(digits.length, '0');
    if (up.length > digits.length) decimalExponent++;
    digits = up;
  }
  return scientific(digits, decimalExponent);
}

/** Digits of `rest / scale` one after the other, until they distinguish the number from those `margin` away. */
class Generation {
  /** Whether the remaining digits may be dropped. */
  isLow = false;
  /** Whether one more of the last digit may stand for what is left. */
  isHigh = false;
  #rest: bigint;
  #margin: bigint;
  readonly #scale: bigint;
  /** Bits of the integers that run over; undefined for big ones, which do not. */
  readonly #width: 32 | 64 | undefined;

  constructor(rest: bigint, scale: bigint, margin: bigint, width: 32 | 64 | undefined) {
    this.#rest = rest;
    this.#scale = scale;
    this.#margin = margin;
    this.#width = width;
  }

  get isEnded(): boolean {
    return this.isLow || this.isHigh;
  }

  next(): string {
    const scale = this.#scale;
    const width = this.#width;
    const digit = this.#rest / scale;
    const rest = (this.#rest % scale) * 10n;
    const margin = this.#margin * 10n;
    this.#rest = rest;
    this.#margin = width === undefined ? margin : BigInt.asIntN(width, margin);
    if (width === undefined) {
      this.isLow = rest < margin;
      this.isHigh = rest + margin >= scale * 10n;
    } else {
      const isOver = this.#margin <= 0n;
      this.isLow = isOver || rest < this.#margin;
      this.isHigh = isOver || BigInt.asIntN(width, rest + this.#margin) > scale * 10n;
    }
    return digit.toString();
  }

  /** Whether to round the last digit up: if both would do, by the remainder, and in the middle if the digit is odd. */
  roundsUp(digits: string): boolean {
    if (!this.isHigh || !this.isLow) return this.isHigh;
    const beyondHalf = this.#rest * 2n - this.#scale * 10n;
    return beyondHalf === 0n ? digits.charCodeAt(digits.length - 1) % 2 === 1 : beyondHalf > 0n;
  }
}

/** A whole number without the digits that its bits don't determine, of which there are some from `twos` zero bits on. */
function wholeText(value: bigint, twos: number): string {
  const undetermined = twos > 1 ? Math.floor(twos * Math.LOG10E * Math.LN2) : 0;
  const power = 10n ** BigInt(undetermined);
  const digits = (value + power / 2n) / power;
  return digits.toString() + '0'.repeat(undetermined);
}

function trailingZeros(fraction: bigint): number {
  let zeros = 0;
  while (((fraction >> BigInt(zeros)) & 1n) === 0n) zeros++;
  return zeros;
}

/** The decimal exponent, or one more: by the first terms of the logarithm around 1.5. */
function estimatedExponent(fraction: bigint, exponent: number): number {
  const mantissa = Number(fraction) / 2 ** 52;
  return Math.floor((mantissa - 1.5) * 0.289529654 + 0.176091259 + exponent * 0.301029995663981);
}

function scientific(digits: string, exponent: number): string {
  const significant = digits.replace(/0+$/, '');
  return `${significant.slice(0, 1)}.${significant.slice(1) || '0'}e${exponent}`;
}
