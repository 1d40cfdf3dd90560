/** The settings that `<#setting …>` can change, in snake_case. */
export const TEMPLATE_SETTINGS = [
  'boolean_format',
  'classic_compatible',
  'date_format',
  'datetime_format',
  'locale',
  'number_format',
  'output_encoding',
  'sql_date_and_time_time_zone',
  'time_format',
  'time_zone',
  'url_escaping_charset',
] as const;

const CAMEL_NAMES = TEMPLATE_SETTINGS.map((name) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
);
const NAMES: ReadonlySet<string> = new Set([...TEMPLATE_SETTINGS, ...CAMEL_NAMES]);

/** Whether `<#setting>` knows the name, in either naming convention. `c_format` came with 2.3.32. */
export function isKnownSetting(name: string, version: number): boolean {
  return NAMES.has(name) || (version >= 2_003_032 && (name === 'c_format' || name === 'cFormat'));
}
