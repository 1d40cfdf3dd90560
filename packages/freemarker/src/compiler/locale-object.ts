import { OperationError } from '../errors/runtime-errors.ts';
import {
  isoCountries,
  isoLanguages,
  threeLetterCountry,
  threeLetterLanguage,
} from '../locale-data/iso-codes.ts';
import { HashView, MethodValue, MultiValue } from '../values/value.ts';
import type { Value } from '../values/value.ts';

/** The members of java.util.Locale in the order in which the original lists them. */
const MEMBERS = (
  'stripExtensions country getClass getCountry forLanguageTag language displayVariant getUnicodeLocaleKeys getISO3Country ' +
  'getDisplayCountry unicodeLocaleAttributes getISOCountries displayCountry getExtensionKeys variant ISO3Country ' +
  'displayScript getISOLanguages toLanguageTag getAvailableLocales ISO3Language getVariant displayLanguage setDefault ' +
  'script getDisplayName getScript getUnicodeLocaleType getUnicodeLocaleAttributes displayName lookupTag ' +
  'getISO3Language hashCode getDisplayVariant filterTags class unicodeLocaleKeys lookup getDisplayScript getLanguage ' +
  'getExtension getDefault hasExtensions filter equals clone extensionKeys toString getDisplayLanguage'
).split(' ');

/** What `.locale_object` can be asked: its text and its properties, each also by its Java method. */
export function localeObject(locale: string): Value {
  return new MultiValue({ string: locale, hash: new LocaleMembers(locale) });
}

class LocaleMembers extends HashView {
  readonly #locale: string;

  constructor(locale: string) {
    super();
    this.#locale = locale;
  }

  override get(key: string): Value {
    if (!MEMBERS.includes(key)) return undefined;
    const property = this.#property(key);
    if (property !== undefined) return property;
    const read = key.replace(/^get(.)/, (_get, first: string) => first.toLowerCase()).replace('iSO3', 'ISO3');
    return new MethodValue(key, () => this.#called(key) ?? this.#property(read));
  }

  override keys(): Iterable<string> {
    return MEMBERS;
  }

  #called(method: string): Value {
    switch (method) {
      case 'toString':
        return this.#locale;
      case 'toLanguageTag':
        return this.#locale.replaceAll('_', '-') || 'und';
      case 'stripExtensions':
      case 'clone':
        return localeObject(this.#locale);
      case 'hasExtensions':
        return false;
      case 'getISOLanguages':
        return isoLanguages();
      case 'getISOCountries':
        return isoCountries();
      default:
        return undefined;
    }
  }

  #property(name: string): Value {
    const [language = '', country = '', variant = ''] = this.#locale.split('_');
    switch (name) {
      case 'language':
        return language;
      case 'country':
        return country;
      case 'variant':
      case 'displayVariant':
        return variant;
      case 'script':
      case 'displayScript':
        return '';
      case 'displayLanguage':
        return displayName('language', language);
      case 'displayCountry':
        return displayName('region', country);
      case 'displayName': {
        const details = [displayName('region', country), variant].filter((part) => part !== '').join(', ');
        const main = displayName('language', language);
        return details === '' ? main : main === '' ? details : `${main} (${details})`;
      }
      case 'ISO3Language':
        return known(threeLetterLanguage(language), 'language', language);
      case 'ISO3Country':
        return known(threeLetterCountry(country), 'country', country);
      // No setting makes a locale with extensions.
      case 'extensionKeys':
      case 'unicodeLocaleKeys':
      case 'unicodeLocaleAttributes':
        return [];
      case 'class':
        return 'class java.util.Locale';
      default:
        return undefined;
    }
  }
}

/** @throws OperationError */
function known(code: string | undefined, what: string, short: string): string {
  if (code !== undefined) return code;
  throw new OperationError('invalid-argument', `There is no three-letter code of the ${what} "${short}".`);
}

/** In English, as on the reference's machine. */
function displayName(type: 'language' | 'region', code: string): string {
  try {
    return code === '' ? '' : (new Intl.DisplayNames('en', { type }).of(code) ?? code);
  } catch {
    return code;
  }
}
