import type { PlanRisk } from '../../../contract/changes/changes.ts';
import { characterName } from '../../../languages/text/character-names.ts';
import { hiddenCharacters, isSpace } from '../../../languages/text/hidden-characters.ts';
import { internationalHosts } from '../../../languages/text/international-hosts.ts';
import type { InternationalHost } from '../../../languages/text/international-hosts.ts';
import { formatNumber, plural } from '../../../languages/text/intl.ts';

export interface IntroducedWarnings {
  readonly warnings: readonly string[];
  readonly risks: readonly PlanRisk[];
}

/** Names in a sentence; the rest is counted. */
const maxNamed = 5;
const none: IntroducedWarnings = { warnings: [], risks: [] };

/**
 * Warnings for what a change introduces that a reader wouldn't see, or would mistake for something else: hidden characters,
 * unusual spaces, hosts with lookalike letters. What existed before isn't reported. Based only on the strings of the states, so
 * that it works for every kind.
 */
export function introducedWarnings(
  { name, before, after }: { readonly name: string; readonly before: unknown; readonly after: unknown },
  isProduction: boolean,
): IntroducedWarnings {
  const changes = changedTexts(before, after);
  if (changes.length === 0) return none;
  const characters = countIntroduced(changes, (text) =>
    hiddenCharacters(text).map((character) => String(character.codePoint)),
  );
  const [spaces, others] = partition([...characters], ([codePoint]) =>
    isSpace({ text: String.fromCodePoint(Number(codePoint)) }),
  );
  const hosts = [...countIntroduced(changes, imitatingHosts).keys()];
  const found = [
    ...(others.length === 0
      ? []
      : [
          {
            words: `Adds invisible characters: ${listed(others.map(withCount))}.`,
            although: `it adds invisible characters to ${name}`,
          },
        ]),
    ...(spaces.length === 0
      ? []
      : [
          {
            words: `Adds unusual space characters: ${listed(spaces.map(withCount))}.`,
            although: `it adds unusual spaces to ${name}`,
          },
        ]),
    ...(hosts.length === 0
      ? []
      : [
          {
            words: `Adds ${plural(hosts.length, { one: 'a host', other: 'hosts' })} with lookalike letters: ${listed(hosts)}.`,
            although: `it adds a host with lookalike letters to ${name}`,
          },
        ]),
  ];
  return { warnings: found.map(({ words }) => words), risks: isProduction ? found : [] };
}

interface ChangedText {
  /** Lines that no longer exist. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The differences by path of the string, so that a character that moves to another member counts as new there. */
function changedTexts(before: unknown, after: unknown): ChangedText[] {
  const will = linesByPath(after);
  if (will.size === 0) return [];
  const was = linesByPath(before);
  return [...will].map(([path, added]) => {
    const removed = was.get(path) ?? [];
    return { removed: beyond(removed, added), added: beyond(added, removed) };
  });
}

/** The lines of a state's strings that contain notable characters or hosts; members of a list share a path. */
function linesByPath(state: unknown): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (path: string, text: string): void => {
    for (const line of text.split('\n')) {
      if (!isNotable(line)) continue;
      const lines = found.get(path);
      if (lines === undefined) found.set(path, [line]);
      else lines.push(line);
    }
  };
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      // Most texts contain none, and aren't split into lines.
      if (isNotable(value)) add(path, value);
    } else if (Array.isArray(value)) for (const each of value as unknown[]) walk(each, `${path}/*`);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) {
        add(`${path}/`, key);
        walk(each, `${path}/${key}`);
      }
    }
  };
  walk(state, '');
  return found;
}

const isNotable = (text: string): boolean =>
  hiddenCharacters(text).length > 0 || imitatingHosts(text).length > 0;

function imitatingHosts(text: string): string[] {
  return internationalHosts(text)
    .filter(({ problem }) => problem !== undefined)
    .map(hostLabel);
}

const hostLabel = ({ unicode, ascii }: InternationalHost): string => `${unicode} (${ascii})`;

/** Entries of a list that the other one doesn't have, or has fewer times. */
function beyond(list: readonly string[], other: readonly string[]): string[] {
  const left = countOf(other);
  return list.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

function countOf(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of list) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

/** How many more times each occurs in the added lines than in the removed ones. */
function countIntroduced(
  changes: readonly ChangedText[],
  find: (text: string) => readonly string[],
): ReadonlyMap<string, number> {
  const introduced = new Map<string, number>();
  for (const { removed, added } of changes) {
    const had = countOf(removed.flatMap(find));
    for (const [each, count] of countOf(added.flatMap(find))) {
      const more = count - (had.get(each) ?? 0);
      if (more > 0) introduced.set(each, (introduced.get(each) ?? 0) + more);
    }
  }
  return introduced;
}

function partition<Item>(
  items: readonly Item[],
  isFirst: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

function withCount([codePoint, count]: readonly [string, number]): string {
  const { name } = characterName(Number(codePoint));
  return plural(count, { one: name, other: `${name} (${formatNumber(count)} times)` });
}

function listed(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return names.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${formatNumber(more)} more` : '');
}
