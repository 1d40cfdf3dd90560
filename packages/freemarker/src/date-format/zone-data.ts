import {
  datedOffsetGroups,
  laterOffsetGroups,
  legacyZones,
  standardOffsetGroups,
  zoneNameGroups,
} from '../locale-data/zone-names.ts';

/** Names of a zone in en_US. */
export interface ZoneNames {
  readonly long: string;
  readonly short: string;
  readonly longDaylight: string;
  readonly shortDaylight: string;
}

/** When the offset (milliseconds east) changes; the first entry starts at -Infinity. */
export interface OffsetChange {
  readonly from: number;
  readonly offset: number;
}

export interface ZoneData {
  readonly names: ZoneNames;
  /** Its place in `zoneNameGroups`. */
  readonly group: number;
  readonly standard: readonly OffsetChange[];
  /** The offset from 2037 on for zones without a rule. */
  readonly later: readonly OffsetChange[] | undefined;
  /** The same as java.time knows it, which has dates of later years. */
  readonly dated: readonly OffsetChange[] | undefined;
  /** The tz database's name: legacy three-letter ids stand for another zone. */
  readonly region: string;
}

interface ZoneTable {
  readonly byId: ReadonlyMap<string, ZoneData>;
  readonly legacy: ReadonlyMap<string, string>;
}

let table: ZoneTable | undefined;

/** What is known of the zone `id`, or undefined. Ids are case-sensitive, as in Java. The table is built on first use. */
export function zoneData(id: string): ZoneData | undefined {
  table ??= readTable();
  return table.byId.get(id);
}

/** Whether only java.util.TimeZone knows `id` (`PST`), not the tz database. */
export function isLegacyZone(id: string): boolean {
  table ??= readTable();
  return table.legacy.has(id);
}

/** All zones with their English names, the ones first that Java prefers when an abbreviation is ambiguous. */
export function* zonesByPreference(): Generator<{ readonly id: string; readonly names: ZoneNames }> {
  for (const id of preferred) {
    const data = zoneData(id);
    if (data !== undefined) yield { id, names: data.names };
  }
  table ??= readTable();
  for (const [id, data] of table.byId) yield { id, names: data.names };
}

const preferred = [
  ...['America/Los_Angeles', 'America/Denver', 'America/Phoenix', 'America/Chicago', 'America/New_York'],
  ...['Pacific/Honolulu', 'America/Anchorage', 'America/Halifax', 'America/St_Johns', 'Europe/Paris', 'GMT'],
  ...[
    'Europe/London',
    'Africa/Casablanca',
    'Asia/Jerusalem',
    'Asia/Tokyo',
    'Europe/Bucharest',
    'Asia/Shanghai',
    'UTC',
  ],
];

function readTable(): ZoneTable {
  const legacy = new Map<string, string>();
  for (const entry of legacyZones.split(' ')) {
    const [id = '', region = ''] = entry.split('>');
    legacy.set(id, region);
  }
  const standard = readHistories(standardOffsetGroups);
  const later = readHistories(laterOffsetGroups);
  const dated = readHistories(datedOffsetGroups);
  const byId = new Map<string, ZoneData>();
  for (const [at, group] of zoneNameGroups.entries()) {
    const [long = '', short = '', longDaylight = '', shortDaylight = '', ids = ''] = group.split('|');
    const names = { long, short, longDaylight, shortDaylight };
    for (const id of ids.split(' ')) {
      byId.set(id, {
        names,
        group: at,
        standard: standard.get(id) ?? [],
        later: later.get(id),
        dated: dated.get(id),
        region: legacy.get(id) ?? id,
      });
    }
  }
  return { byId, legacy };
}

function readHistories(groups: readonly string[]): ReadonlyMap<string, readonly OffsetChange[]> {
  const byZone = new Map<string, readonly OffsetChange[]>();
  for (const group of groups) {
    const [history = '', ids = ''] = group.split('|');
    const changes = readHistory(history);
    for (const id of ids.split(' ')) byZone.set(id, changes);
  }
  return byZone;
}

function readHistory(text: string): readonly OffsetChange[] {
  return text.split('@').map((change, index) => {
    if (index === 0) return { from: -Infinity, offset: Number(change) * 1000 };
    const [second, offset] = change.split(':');
    return { from: Number(second) * 1000, offset: Number(offset) * 1000 };
  });
}
