/** The settings that a template can change with `<#setting>` or that it starts with, as FreeMarker names them. */
export interface RuntimeSettings {
  /** Java's name of the locale: `en_US`. */
  locale: string;
  /** Java's id of the time zone: `UTC`, `Europe/Zurich`, `GMT+01:00`. */
  timeZone: string;
  numberFormat: string;
  booleanFormat: string;
  dateFormat: string;
  timeFormat: string;
  datetimeFormat: string;
  classicCompatible: boolean;
  urlEscapingCharset: string | undefined;
  outputEncoding: string | undefined;
  /** How `?c` writes: `legacy`, `JavaScript or JSON`, `JSON`, `JavaScript`, `Java` or `XS`. */
  cFormat: string;
}

export const DEFAULT_RUNTIME_SETTINGS: RuntimeSettings = {
  locale: 'en_US',
  timeZone: 'UTC',
  numberFormat: 'number',
  booleanFormat: 'true,false',
  dateFormat: '',
  timeFormat: '',
  datetimeFormat: '',
  classicCompatible: false,
  urlEscapingCharset: 'UTF-8',
  outputEncoding: 'UTF-8',
  cFormat: 'legacy',
};
