import { NumberPatternError } from './decimal-pattern.ts';
import type { NumberSymbols } from './number-symbols.ts';
import { roundingModes, type RoundingMode } from './rounding.ts';

/** What FreeMarker's `;;` parameters change in a format. */
export interface ExtendedParameters {
  readonly roundingMode?: RoundingMode;
  readonly multiplier?: number;
  readonly currencyCode?: string;
  readonly symbols: Partial<NumberSymbols>;
}

/** A number format string cut into the DecimalFormat pattern and what follows its second semicolon. */
export interface ExtendedPattern {
  readonly pattern: string;
  readonly parameters: ExtendedParameters;
}

const singleCharacter = {
  decimalSeparator: 'decimal',
  monetaryDecimalSeparator: 'monetaryDecimal',
  groupingSeparator: 'group',
  minusSign: 'minus',
  percent: 'percent',
  perMill: 'perMill',
  zeroDigit: 'zero',
} as const satisfies Record<string, keyof NumberSymbols>;

const text = {
  exponentSeparator: 'exponent',
  infinity: 'infinity',
  nan: 'nan',
  currencySymbol: 'currency',
} as const satisfies Record<string, keyof NumberSymbols>;

const supportedNames = [
  'roundingMode',
  'multiplier',
  ...Object.keys(singleCharacter),
  ...Object.keys(text),
  'currencyCode',
];

/**
 * Splits `0.00;; roundingMode=halfUp` into pattern and parameters.
 * @throws NumberPatternError for a malformed, unknown or invalid parameter
 */
export function parseExtendedPattern(source: string): ExtendedPattern {
  const second = secondSemicolon(source);
  if (second < 0) return { pattern: source, parameters: { symbols: {} } };
  const end = source.charAt(second - 1) === ';' ? second - 1 : second;
  return { pattern: source.slice(0, end), parameters: parseParameters(source, second + 1) };
}

function secondSemicolon(source: string): number {
  let seen = 0;
  let inQuote = false;
  for (let at = 0; at < source.length; at++) {
    const ch = source.charAt(at);
    if (ch === "'") inQuote = !inQuote;
    else if (ch === ';' && !inQuote && ++seen === 2) return at;
  }
  return -1;
}

function parseParameters(source: string, start: number): ExtendedParameters {
  let at = start;
  const expected = (what: string): NumberPatternError =>
    new NumberPatternError(
      `Expected a(n) ${what} at position ${at} (0-based), but ` +
        (at >= source.length ? 'reached the end of the input.' : `found: ${source.slice(at, at + 10)}`),
    );
  const skipBlanks = (): void => {
    while (at < source.length && /\s/.test(source.charAt(at))) at++;
  };
  const values = new Map<string, string>();
  skipBlanks();
  while (at < source.length) {
    const name = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(source.slice(at))?.[0];
    if (name === undefined) throw expected('name');
    at += name.length;
    skipBlanks();
    if (source.charAt(at) !== '=') throw expected('"="');
    at++;
    skipBlanks();
    const value = readValue(source, at);
    if (value === undefined) throw expected('value');
    at = value.end;
    const known = name === 'multipier' ? 'multiplier' : name;
    if (!supportedNames.includes(known)) {
      throw new NumberPatternError(
        `Unsupported parameter name, "${name}". The supported names are: ${supportedNames.join(', ')}`,
      );
    }
    values.set(known, value.text);
    skipBlanks();
    if (source.charAt(at) === ',') {
      at++;
      skipBlanks();
      if (at >= source.length) throw expected('name');
    } else if (at < source.length && at === value.end)
      throw expected('parameter separator whitespace or comma');
  }
  return applyParameters(values);
}

function readValue(source: string, start: number): { text: string; end: number } | undefined {
  const quote = source.charAt(start);
  let at = start;
  if (quote === '"' || quote === "'") {
    let value = '';
    for (at++; at < source.length; at++) {
      if (source.charAt(at) !== quote) value += source.charAt(at);
      else if (source.charAt(at + 1) === quote) {
        value += quote;
        at++;
      } else return { text: value, end: at + 1 };
    }
    throw new NumberPatternError(
      `The ${quote} quotation wasn't closed when the end of the source was reached.`,
    );
  }
  while (/[\p{L}\p{N}\p{Sc}_$]/u.test(source.charAt(at))) at++;
  if (at > start && /['"]/.test(source.charAt(at))) {
    throw new NumberPatternError(
      `The ${source.charAt(at)} character can only be used for quoting values, but it was in the middle of an non-quoted value.`,
    );
  }
  return at === start ? undefined : { text: source.slice(start, at), end: at };
}

function applyParameters(values: ReadonlyMap<string, string>): ExtendedParameters {
  const symbols: { -readonly [Key in keyof NumberSymbols]?: string } = {};
  let roundingMode: RoundingMode | undefined;
  let multiplier: number | undefined;
  let currencyCode: string | undefined;
  for (const [name, value] of values) {
    const invalid = (why: string): NumberPatternError =>
      new NumberPatternError(`"${value}" is an invalid value for the "${name}" parameter: ${why}`);
    if (name === 'roundingMode') {
      roundingMode = roundingModes.find((mode) => mode === value);
      if (roundingMode === undefined) throw invalid(`Should be one of: ${roundingModes.join(', ')}`);
    } else if (name === 'multiplier') {
      if (!/^[+-]?\d{1,10}$/.test(value)) throw invalid('Malformed integer.');
      multiplier = Number(value);
    } else if (name === 'currencyCode') {
      if (!/^[A-Z]{3}$/.test(value)) throw invalid('Not a known ISO 4217 code.');
      currencyCode = value;
    } else if (Object.hasOwn(singleCharacter, name)) {
      if (value.length !== 1) throw invalid('Must contain exactly 1 character.');
      symbols[singleCharacter[name as keyof typeof singleCharacter]] = value;
    } else symbols[text[name as keyof typeof text]] = value;
  }
  return {
    symbols,
    ...(roundingMode && { roundingMode }),
    ...(multiplier !== undefined && { multiplier }),
    ...(currencyCode && { currencyCode }),
  };
}
