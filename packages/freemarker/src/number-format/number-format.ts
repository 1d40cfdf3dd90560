import { RecentlyMade } from '../recently-made.ts';
import { numberSymbolsFor, type NumberSymbols } from './number-symbols.ts';
import { formatForComputer, type ComputerFormatName } from './computer-format.ts';
import { createDecimalFormat, type NumberFormat } from './decimal-format.ts';
import { NumberPatternError, parseDecimalPattern } from './decimal-pattern.ts';
import { parseExtendedPattern } from './extended-parameters.ts';

export interface NumberFormatOptions {
  /** Java's name of the locale: `en_US`. */
  readonly locale: string;
  /** What the format named `computer` writes. */
  readonly computerFormat: ComputerFormatName;
  /**
   * Whose fixes are switched on (2.3.31 is 2003031): from 2.3.24 on `@name` means a custom format, of which there are
   * none here, and from 2.3.32 on `c` is another name of `computer`.
   */
  readonly incompatibleImprovements?: number;
}

/** Bounds the cache: format strings may be built by a template. */
const CACHE_LIMIT = 500;
const cache = new RecentlyMade<NumberFormat>(CACHE_LIMIT);
const DEFAULT_IMPROVEMENTS = 2_003_031;

/**
 * The format that a `number_format` setting or the argument of `?string` names: `number`, `currency`, `percent`,
 * `computer`, or a DecimalFormat pattern with FreeMarker's `;;` parameters.
 * @throws NumberPatternError
 */
export function numberFormat(source: string, options: NumberFormatOptions): NumberFormat {
  const { incompatibleImprovements = DEFAULT_IMPROVEMENTS } = options;
  const key = `${options.locale}|${options.computerFormat}|${incompatibleImprovements}|${source}`;
  let format = cache.get(key);
  if (format === undefined) {
    checkCustomName(source, incompatibleImprovements);
    const isComputerFormat = source === 'c' && incompatibleImprovements >= 2_003_032;
    format = createNumberFormat(isComputerFormat ? 'computer' : source, options);
    cache.set(key, format);
  }
  return format;
}

function checkCustomName(source: string, incompatibleImprovements: number): void {
  const name = /^@(\p{L}[^ _]*)/u.exec(source)?.[1];
  if (name === undefined || incompatibleImprovements < 2_003_024) return;
  throw new NumberPatternError(`No custom number format was defined with name "${name}"`);
}

function createNumberFormat(source: string, options: NumberFormatOptions): NumberFormat {
  const symbols = numberSymbolsFor(options.locale);
  switch (source) {
    case 'number':
      return fromPattern(symbols.numberPattern, symbols);
    case 'currency':
      return fromPattern(symbols.currencyPattern, symbols);
    case 'percent':
      return fromPattern(symbols.percentPattern, symbols);
    case 'computer': {
      return { format: (value) => formatForComputer(value, options.computerFormat) };
    }
    default:
      return fromExtendedPattern(source, symbols, options.locale);
  }
}

function fromPattern(source: string, symbols: NumberSymbols): NumberFormat {
  const pattern = parseDecimalPattern(source);
  return createDecimalFormat(pattern, { symbols, roundingMode: 'halfEven', multiplier: pattern.multiplier });
}

function fromExtendedPattern(source: string, symbols: NumberSymbols, locale: string): NumberFormat {
  const { pattern: text, parameters } = parseExtendedPattern(source);
  const pattern = parseDecimalPattern(text);
  const { currencyCode } = parameters;
  return createDecimalFormat(pattern, {
    symbols: {
      ...symbols,
      ...(currencyCode && { currencyCode, currency: currencySymbol(currencyCode, symbols, locale) }),
      ...parameters.symbols,
    },
    roundingMode: parameters.roundingMode ?? 'halfEven',
    multiplier: parameters.multiplier ?? pattern.multiplier,
  });
}

/** The locale's own currency is in the table; for the others Intl holds the same CLDR names as Java. */
function currencySymbol(code: string, symbols: NumberSymbols, locale: string): string {
  if (code === symbols.currencyCode) return symbols.currency;
  const invalid = (): NumberPatternError =>
    new NumberPatternError(
      `"${code}" is an invalid value for the "currencyCode" parameter: Not a known ISO 4217 code.`,
    );
  if (!Intl.supportedValuesOf('currency').includes(code)) throw invalid();
  const parts = new Intl.NumberFormat(locale.replaceAll('_', '-'), {
    style: 'currency',
    currency: code,
  }).formatToParts(1);
  return parts.find((part) => part.type === 'currency')?.value ?? code;
}
