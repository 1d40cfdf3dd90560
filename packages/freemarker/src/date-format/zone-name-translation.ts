import { zoneNameTranslations } from '../locale-data/zone-name-translations.ts';
import type { TimeZone } from './time-zone.ts';
import { zoneData, type ZoneNames } from './zone-data.ts';

/** What a locale calls zones. A zone that is made of an offset alone is called so everywhere. */
export type ZoneNaming = (zone: Pick<TimeZone, 'id' | 'names'>) => ZoneNames;

/** The names in the locale's language and country, or else in its language, or else in English. */
export function zoneNaming(locale: string): ZoneNaming {
  const [language = '', country = ''] = locale.replaceAll('-', '_').split('_');
  const keys = [`${language.toLowerCase()}_${country.toUpperCase()}`, language.toLowerCase()];
  let rows: readonly (readonly GroupNames[])[] | undefined;
  const known = new Map<string, ZoneNames>();
  return (zone) => {
    let names = known.get(zone.id);
    if (names !== undefined) return names;
    rows ??= keys.map(readRow);
    const group = zoneData(zone.id)?.group;
    names = group === undefined ? zone.names : translated(zone.names, group, rows);
    known.set(zone.id, names);
    return names;
  };
}

/** Long and short standard, long and short daylight name; empty where they are inherited. */
type GroupNames = readonly string[];

function readRow(key: string): readonly GroupNames[] {
  const row = Object.hasOwn(zoneNameTranslations, key) ? zoneNameTranslations[key] : undefined;
  if (row === undefined) return [];
  const parts = row.words.split(' ');
  const part = (index: string): string => parts[parseInt(index, 36)] ?? '';
  return row.names
    .split('|')
    .map((group) => group.split('~').map((name) => (name === '' ? '' : name.split(' ').map(part).join(' '))));
}

function translated(english: ZoneNames, group: number, rows: readonly (readonly GroupNames[])[]): ZoneNames {
  const name = (index: number, fallback: string): string =>
    rows.map((row) => row[group]?.[index] ?? '').find((own) => own !== '') ?? fallback;
  return {
    long: name(0, english.long),
    short: name(1, english.short),
    longDaylight: name(2, english.longDaylight),
    shortDaylight: name(3, english.shortDaylight),
  };
}
