/** One locale's number symbols and the patterns of its named formats; see DecimalFormatSymbols. */
export interface NumberSymbolRow {
  readonly decimal?: string;
  readonly group?: string;
  readonly monetaryDecimal?: string;
  readonly monetaryGroup?: string;
  readonly minus?: string;
  readonly percent?: string;
  readonly perMill?: string;
  readonly zero?: string;
  readonly infinity?: string;
  readonly nan?: string;
  readonly exponent?: string;
  readonly currency?: string;
  readonly currencyCode?: string;
  readonly numberPattern?: string;
  readonly percentPattern?: string;
  readonly currencyPattern?: string;
}

/** One locale's calendar names (separated by `|`), style patterns (short to full) and week rules. */
export interface DateNameRow {
  readonly months?: string;
  readonly shortMonths?: string;
  readonly aloneMonths?: string;
  readonly shortAloneMonths?: string;
  readonly weekdays?: string;
  readonly shortWeekdays?: string;
  readonly amPm?: string;
  readonly eras?: string;
  readonly shortEras?: string;
  readonly datePatterns?: string;
  readonly timePatterns?: string;
  readonly joinPatterns?: string;
  /** First day of the week (1 is Sunday) and the least number of days in a year's first week. */
  readonly week?: string;
  readonly zero?: string;
}

/**
 * The fields of `locale` (`de_AT`), with what it lacks taken from its language and then from the root row.
 * An unknown locale gets its language's row, an unknown language the root.
 */
export function resolveRow<Row extends object>(
  table: Readonly<Record<string, Row>>,
  locale: string,
): Required<Row> {
  const parts = locale.replaceAll('-', '_').split('_');
  const language = (parts[0] ?? '').toLowerCase();
  const region = (parts[1] ?? '').toUpperCase();
  const own = (key: string): Row | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);
  return Object.assign({}, own(''), own(language), own(`${language}_${region}`)) as Required<Row>;
}

/** What makes the root's collation elements those of another language; all numbers are hexadecimal. */
export interface CollationRow {
  /** Accents are compared from the end. */
  readonly isFrench?: boolean;
  /** From which primary weight on how much is added, `weight:shift` each. */
  readonly primaries?: string;
  /** The same for the secondary weights of elements without a primary one. */
  readonly secondaries?: string;
  /** Characters of one primary weight after the other, `first:characters` each. */
  readonly runs?: string;
  /** As `collationWeights`. */
  readonly elements?: string;
  /** Several characters with elements of their own, `code.code:elements` each. */
  readonly contractions?: string;
}

/** One locale's zone names. */
export interface ZoneNameRow {
  /** The words that the names are made of, separated by blanks. */
  readonly words: string;
  /**
   * For each of `zoneNameGroups`, separated by `|`, its four names, separated by `~`: the numbers of their words, to base
   * 36. An empty name is that of the language, and for a language the English one.
   */
  readonly names: string;
}
