import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import { canonicalJson } from '../../platform/json/canonical-json.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import type { Document, FolderItem } from '../folder/item.ts';
import { pathKey } from '../folder/item.ts';
import { matched } from '../folder/live-items.ts';
import type { Comparison, ItemDifference } from './difference.ts';

/** Members that are different in every tenant, or say nothing about an item. */
const notCompared = new Set(['id', 'schema']);

/** Compares two folders item by item, matched by name. References are compared as they are written. */
export function compareItems(first: readonly FolderItem[], second: readonly FolderItem[]): Comparison {
  const paths = matched(
    second.map((item) => ({ ...item, id: item.path, item })),
    first.map((item) => ({ ...item, id: null })),
  );
  const counterparts = new Map(
    [...paths].map(([{ item }, path]) => [pathKey({ kind: item.kind, path }), item]),
  );
  const items: ItemDifference[] = [];
  let same = 0;
  for (const item of first) {
    const other = counterparts.get(pathKey(item));
    if (other === undefined) {
      items.push(oneSided(item, 'first'));
      continue;
    }
    const parts = differingParts(item, other);
    if (parts.length === 0) same++;
    else items.push({ ...described(item), difference: 'different', summary: summaryOf(parts), parts });
  }
  const found = new Set(counterparts.values());
  const added = second.filter((item) => !found.has(item)).map((item) => oneSided(item, 'second'));
  return { items: [...items, ...added], same };
}

const described = ({ kind, name, id }: FolderItem) => ({ kind, name, id: id ?? '' });

export const oneSided = (item: FolderItem, difference: 'first' | 'second'): ItemDifference => ({
  ...described(item),
  ...{ difference, summary: '', parts: [] },
});

export const summaryOf = (parts: readonly ChangePart[]): string =>
  parts.map(({ label }) => label.toLowerCase()).join(', ');

/** What differs between two items of the same kind, in the form of a review. */
export function differingParts(first: FolderItem, second: FolderItem): ChangePart[] {
  return [
    ...differingMembers(first.document, second.document),
    ...differingText(first, second),
    ...(first.icon === second.icon ? [] : [iconPart(first.icon, second.icon)]),
  ];
}

function differingMembers(first: Document, second: Document, prefix = ''): ChangePart[] {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names]
    .filter((name) => prefix !== '' || !notCompared.has(name))
    .flatMap((name): ChangePart[] => {
      const [before, after] = [first[name], second[name]];
      if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) return [];
      if (name === 'settings' && isObject(before) && isObject(after)) {
        return differingMembers(before, after, 'settings.');
      }
      return [memberPart(`${prefix}${name}`, before, after)];
    });
}

function memberPart(name: string, before: unknown, after: unknown): ChangePart {
  const common = { name, label: name, isChanged: true };
  if (isTexts(before) && isTexts(after)) return { type: 'set', ...common, before, after };
  return { type: 'field', ...common, before: shown(before), after: shown(after) };
}

const shown = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : formatExact(value);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function differingText(first: FolderItem, second: FolderItem): ChangePart[] {
  if (first.text === second.text) return [];
  const isTemplate = first.kind === 'webhook';
  return [
    {
      type: 'text',
      name: isTemplate ? 'template' : 'script',
      label: isTemplate ? 'Template' : 'Script',
      isChanged: true,
      before: first.text,
      after: second.text,
      language: isTemplate ? 'freemarker' : 'javascript',
    },
  ];
}

const iconPart = (before: string | null, after: string | null): ChangePart => ({
  ...{ type: 'field', name: 'icon', label: 'Icon', isChanged: true, before, after },
  shownAs: 'icon',
});
