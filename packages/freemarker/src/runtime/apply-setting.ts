import { timeZoneOrGmt } from '../date-format/index.ts';
import type { RuntimeSettings } from './settings.ts';

const C_FORMATS = new Set(['legacy', 'JavaScript or JSON', 'JSON', 'JavaScript', 'Java', 'XS']);

/** Changes a setting by its snake_case name. Returns what is wrong with the value, if anything. */
export function applySetting(settings: RuntimeSettings, name: string, value: string): string | undefined {
  switch (name) {
    case 'locale':
      settings.locale = normalizeLocale(value);
      return undefined;
    case 'time_zone':
      // As in Java, an unknown zone means GMT, and an offset gets its full form: GMT+1 is GMT+01:00.
      settings.timeZone = value === 'JVM default' ? 'UTC' : timeZoneOrGmt(value).id;
      return undefined;
    case 'number_format':
      settings.numberFormat = value;
      return undefined;
    case 'boolean_format':
      if (value !== 'c' && !value.includes(',')) {
        return `The boolean_format must be like "yes,no" or "c", but was "${value}".`;
      }
      settings.booleanFormat = value;
      return undefined;
    case 'date_format':
      settings.dateFormat = value;
      return undefined;
    case 'time_format':
      settings.timeFormat = value;
      return undefined;
    case 'datetime_format':
      settings.datetimeFormat = value;
      return undefined;
    case 'classic_compatible':
      if (!/^(?:[012]|true|false|yes|no|[tfyn])$/i.test(value)) {
        return `The classic_compatible setting must be like "true", "false", "0", "1" or "2", but was "${value}".`;
      }
      settings.classicCompatible = /^(?:[12]|true|yes|[ty])$/i.test(value);
      return undefined;
    case 'url_escaping_charset':
      settings.urlEscapingCharset = value;
      return undefined;
    case 'output_encoding':
      settings.outputEncoding = value;
      return undefined;
    case 'c_format':
      if (!C_FORMATS.has(value)) return `There is no c_format with name "${value}".`;
      settings.cFormat = value;
      return undefined;
    default:
      return undefined;
  }
}

/** `en-US`, `en_us` → `en_US`, as Java's Locale prints it. */
function normalizeLocale(text: string): string {
  const [language = '', country = '', ...variant] = text.replaceAll('"', '').split(/[,_ -]/);
  return [language.toLowerCase(), country.toUpperCase(), ...variant].join('_').replace(/_+$/, '');
}
