/**
 * Numbers, dates, sizes, durations and lists as text: the only place that uses `Intl` for it. Digits and dates follow the
 * locale of the user; words follow the language of the text around them, which is English (docs/decisions).
 */

/** The language of all text, and the locale of what has to be the same on every machine. */
export const textLanguage = 'en-US';

let locale: string = textLanguage;

/** Called once by each program with an interface, before it shows anything. Names that `Intl` does not accept are ignored. */
export function useLocale(name: string): void {
  try {
    locale = Intl.getCanonicalLocales(name)[0] ?? textLanguage;
  } catch {
    locale = textLanguage;
  }
}

/** Creating a format takes a hundred times as long as using it, and the first one of a kind as long as a short command. */
function cached<Options, Format>(create: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (options: Options, of: string = locale): Format => {
    const key = `${of} ${JSON.stringify(options)}`;
    const format = formats.get(key) ?? create(of, options);
    formats.set(key, format);
    return format;
  };
}

const numberFormat = cached((of, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(of, options));
const dateFormat = cached((of, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(of, options));
let pluralRules: Intl.PluralRules | undefined;
let listFormat: Intl.ListFormat | undefined;

/** `1,234.5`. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(options).format(value);
}

/** `21 Nov 2026` in Britain, `Nov 21, 2026` in the United States. */
export function formatDate(
  at: number | Date,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  return dateFormat(options).format(at);
}

/** `10:42 AM` or `10:42`. */
export function formatTime(
  at: number | Date,
  options: Intl.DateTimeFormatOptions = { timeStyle: 'short' },
): string {
  return dateFormat(options).format(at);
}

/** `14:30` in every locale: for the axes of charts, where `2:30 PM` takes too much space. */
export function formatClock(at: number | Date, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone }).format(at);
}

/** `Nov 21, 2026, 10:42 AM`. */
export function formatDateTime(
  at: number | Date,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  return dateFormat(options).format(at);
}

/** With seconds and the name of the time zone, for a tooltip: `Nov 21, 2026, 10:42:00 AM UTC`. */
export function formatTimestamp(at: number | Date, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return dateFormat({ dateStyle: 'medium', timeStyle: 'long', ...zone }).format(at);
}

/** The text for one, or that for any other number. */
export function plural(count: number, texts: { readonly one: string; readonly other: string }): string {
  pluralRules ??= new Intl.PluralRules(textLanguage);
  return pluralRules.select(count) === 'one' ? texts.one : texts.other;
}

/** `1 change`, `2,000 changes`; `other` where it is not `one` with an s. */
export function counted(count: number, one: string, other = `${one}s`): string {
  return `${formatNumber(count)} ${plural(count, { one, other })}`;
}

/** `a, b, and c`. */
export function formatList(items: readonly string[]): string {
  listFormat ??= new Intl.ListFormat(textLanguage);
  return listFormat.format(items);
}

/** `a, b, and 3 more`: the first `limit` names. */
export function formatShortList(items: readonly string[], limit: number): string {
  const shown = items.slice(0, limit);
  const rest = items.length - shown.length;
  return formatList(rest > 0 ? [...shown, `${formatNumber(rest)} more`] : shown);
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** `612 B`, `1.5 KB`, `50 MB`; `up` rounds up to whole kilobytes or megabytes, for limits and sizes of files. */
export function formatBytes(bytes: number, rounding: 'nearest' | 'up' = 'nearest'): string {
  const least = rounding === 'up' ? 1 : 0;
  let power = least;
  while (power < byteUnits.length - 1 && Math.abs(bytes) >= 1024 ** (power + 1)) power += 1;
  const value = bytes / 1024 ** power;
  const shown = rounding === 'up' ? Math.ceil(value) : value;
  return `${formatNumber(shown, { maximumFractionDigits: 1 })} ${byteUnits[power] ?? 'TB'}`;
}

/** `38 ms`; below 10 ms with one decimal where `precise`. */
export function formatMilliseconds(milliseconds: number, style: 'whole' | 'precise' = 'whole'): string {
  const digits = style === 'precise' && milliseconds < 10 ? 1 : 0;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${formatNumber(milliseconds, options)} ms`;
}

/** How long something took: `38 ms`, `1.42 s`, `42 s`, `2 min 10 s`, `3 h 5 min`. */
export function formatDuration(milliseconds: number): string {
  if (Math.round(milliseconds) < 1000) return formatMilliseconds(Math.max(0, milliseconds));
  if (milliseconds < 10_000) return `${formatNumber(milliseconds / 1000, { maximumFractionDigits: 2 })} s`;
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${formatNumber(seconds)} s`;
  if (minutes < 60) return inTwoUnits([minutes, 'min'], [seconds % 60, 's']);
  return inTwoUnits([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min']);
}

function inTwoUnits([large, largeUnit]: [number, string], [small, smallUnit]: [number, string]): string {
  const first = `${formatNumber(large)} ${largeUnit}`;
  return small === 0 ? first : `${first} ${formatNumber(small)} ${smallUnit}`;
}

/** What remains, in one unit: `40 s`, `52 min`, `3 h`. */
export function formatTimeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${formatNumber(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${formatNumber(minutes)} min` : `${formatNumber(Math.round(minutes / 60))} h`;
}
