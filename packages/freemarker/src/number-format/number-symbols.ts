import { RecentlyMade } from '../recently-made.ts';
import { numberSymbols } from '../locale-data/number-symbols.ts';
import { resolveRow, type NumberSymbolRow } from '../locale-data/rows.ts';

/** A locale's number symbols; `minus`, `percent` and `perMill` may hold direction marks around their sign. */
export type NumberSymbols = Required<NumberSymbolRow>;

/** Templates name locales, also such as there are none. */
const MAX_CACHED = 100;
const cache = new RecentlyMade<NumberSymbols>(MAX_CACHED);

/** The symbols of `locale` (`de_CH`); an unknown locale falls back to its language, then to neutral symbols. */
export function numberSymbolsFor(locale: string): NumberSymbols {
  let symbols = cache.get(locale);
  if (symbols === undefined) {
    symbols = resolveRow(numberSymbols, locale);
    cache.set(locale, symbols);
  }
  return symbols;
}
