export { formatForComputer, type ComputerFormatName } from './computer-format.ts';
export { decimalOf, type ExactDecimal, type FormattableNumber } from './decimal-digits.ts';
export type { NumberFormat } from './decimal-format.ts';
export { NumberPatternError } from './decimal-pattern.ts';
export { numberFormat, type NumberFormatOptions } from './number-format.ts';
export { numberSymbolsFor, type NumberSymbols } from './number-symbols.ts';
export { RoundingNecessaryError } from './rounding.ts';
