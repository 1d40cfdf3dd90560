import { diffArrays } from 'diff';
import type { FolderItem, LiveItem } from './item.ts';
import { escaped, hasReference, parseReferences } from './references.ts';
import type { ReferenceValues } from './resolve-items.ts';
import { valueOf } from './resolve-items.ts';

/**
 * An item of the tenant as its files are written again: where a file has a reference and the tenant has its value, the reference stays.
 * One without a value stays, too: its value isn’t known here.
 */
export function keepReferences(
  { item, marks }: LiveItem,
  existing: FolderItem | undefined,
  values: ReferenceValues,
): FolderItem {
  if (existing === undefined) return item;
  const hidden = [...marks.keys()].map((name) => literally(`\${env:${name}}`));
  const keep = matcherFor({ hidden, values });
  const { document, text } = item;
  return {
    ...item,
    document: keepIn(document, existing.document, keep),
    text: text === null || existing.text === null ? text : keep(text, existing.text),
  };
}

type Keep = (live: string, existing: string) => string;

interface Matching {
  /** Patterns of what `pull` writes in the place of the secrets of this item. */
  readonly hidden: readonly string[];
  readonly values: ReferenceValues;
}

function matcherFor(parts: Matching): Keep {
  const standsFor = (existing: string, live: string): boolean =>
    existing === live ||
    (hasReference(existing) && (patternOf(existing, parts).test(live) || isHiddenIn(live, existing, parts)));
  return (live, existing) => {
    if (!hasReference(existing)) return live;
    if (standsFor(existing, live)) return existing;
    // What changed is in other lines.
    return keepInLines(live.split('\n'), existing.split('\n'), standsFor).join('\n');
  };
}

/** What a text with references can be on the tenant. */
function patternOf(text: string, { hidden, values }: Matching): RegExp {
  const pattern = parseReferences(text).map((part) => {
    if (typeof part === 'string') return literally(part);
    const value = valueOf(values, part.source, part.name);
    if (value === undefined) return '[^]*?';
    return `(?:${[literally(escaped(value)), ...hidden].join('|')})`;
  });
  return new RegExp(`^${pattern.join('')}$`);
}

/** As part of a pattern. */
const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** True where a secret of the tenant is in the place of a reference and of text beside it: `Bearer ${env:TOKEN}` is hidden as a whole. */
function isHiddenIn(live: string, existing: string, { hidden }: Matching): boolean {
  if (hidden.length === 0) return false;
  const [first = '', ...others] = live.split(new RegExp(hidden.join('|')));
  if (others.length === 0) return false;
  const pattern = [first, ...others].map(literally).join('([^]*?)');
  const [, ...found] = new RegExp(`^${pattern}$`).exec(existing) ?? [];
  return found.length > 0 && found.every(hasReference);
}

/** Entries that mean the same, in the form of `existing`; the others in that of `live`. */
function keepInLines(
  live: readonly string[],
  existing: readonly string[],
  standsFor: (existing: string, live: string) => boolean,
): string[] {
  let [at, used] = [0, 0];
  return diffArrays([...existing], [...live], { comparator: standsFor }).flatMap(
    ({ added, removed, count }) => {
      if (removed) {
        used += count;
        return [];
      }
      at += count;
      if (added) return live.slice(at - count, at);
      used += count;
      return existing.slice(used - count, used);
    },
  );
}

/** Every text within a JSON value. */
function keepIn<Value>(live: Value, existing: unknown, keep: Keep): Value {
  if (typeof live === 'string') return (typeof existing === 'string' ? keep(live, existing) : live) as Value;
  if (Array.isArray(live)) {
    if (!Array.isArray(existing)) return live;
    return live.map((each: unknown, index) => keepIn(each, existing[index], keep)) as Value;
  }
  if (!isPlainObject(live) || !isPlainObject(existing)) return live;
  return Object.fromEntries(
    Object.entries(live).map(([name, each]) => [name, keepIn(each, existing[name], keep)]),
  ) as Value;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
