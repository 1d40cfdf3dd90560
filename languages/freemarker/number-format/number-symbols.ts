import { numberSymbols } from '../locale-data/number-symbols.ts';
import { resolveRow, type NumberSymbolRow } from '../locale-data/rows.ts';

/** A locale's number symbols; `minus`, `percent` and `perMill` may hold direction marks around their sign. */
export type NumberSymbols = Required<NumberSymbolRow>;

const cache = new Map<string, NumberSymbols>();

/** The symbols of `locale` (`de_CH`); an unknown locale falls back to its language, then to neutral symbols. */
export function numberSymbolsFor(locale: string): NumberSymbols {
  let symbols = cache.get(locale);
  if (symbols === undefined) {
    symbols = resolveRow(numberSymbols, locale);
    cache.set(locale, symbols);
  }
  return symbols;
}
