import { zoneNameTranslations } from '../locale-data/zone-name-translations.ts';

/** Long names of zones in the language of the locale, by their English names; what is missing stays English. */
export function zoneNameTranslation(locale: string): ReadonlyMap<string, string> {
  const [language = '', country = ''] = locale.replaceAll('-', '_').split('_');
  const rows = [language.toLowerCase(), `${language.toLowerCase()}_${country.toUpperCase()}`];
  const entries = rows.flatMap((row) =>
    Object.hasOwn(zoneNameTranslations, row) ? (zoneNameTranslations[row] ?? '').split('|') : [],
  );
  return new Map(
    entries.map((entry) => {
      const at = entry.indexOf('>');
      return [entry.slice(0, at), entry.slice(at + 1)] as const;
    }),
  );
}
