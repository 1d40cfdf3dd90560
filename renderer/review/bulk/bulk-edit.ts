import { editText } from '../../../languages/text/edit-text.ts';

/** What an edit of one field does to the value of each item. */
export type BulkWay = 'set' | 'append' | 'replace' | 'add' | 'remove' | 'clear';

export const wayLabels: Readonly<Record<BulkWay, string>> = {
  set: 'Set to',
  append: 'Append',
  replace: 'Find and replace',
  add: 'Add',
  remove: 'Remove',
  clear: 'Clear',
};

/** One of the fields to edit. The value is in the form of its editor. */
export interface FieldEdit {
  readonly fieldId: string;
  readonly way: BulkWay;
  readonly find: string;
  readonly by: string;
}

export interface BulkItem {
  readonly id: string;
  readonly name: string;
}

/** A field that can be edited in several items at once. */
export interface BulkField<Item extends BulkItem> {
  readonly id: string;
  readonly label: string;
  /** To separate fields of the same label, for example its section. */
  readonly hint: string;
  /** The first is the usual one. */
  readonly ways: readonly [BulkWay, ...BulkWay[]];
  /** Why this item doesn't have the field; undefined if it does. */
  readonly unable: (item: Item) => string | undefined;
  /** The value as it is shown; empty for none. */
  readonly text: (item: Item) => string;
  /** Puts the value that all items have into the editor; empties it if they differ. */
  readonly begin: (items: readonly Item[]) => void;
  /** What the entry does to an item; undefined while it is incomplete. */
  readonly changeOf: (edit: FieldEdit) => ((item: Item) => Item) | undefined;
}

export interface PreviewedField {
  readonly fieldId: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Why it can't be changed in this item. */
  readonly reason?: string | undefined;
}

export interface PreviewedItem<Item extends BulkItem> {
  readonly item: Item;
  readonly after: Item;
  /** `partly`: it doesn't have all the fields. */
  readonly outcome: 'unable' | 'partly' | 'changed' | 'unchanged';
  readonly fields: readonly PreviewedField[];
}

export interface FieldChange<Item extends BulkItem> {
  readonly field: BulkField<Item>;
  readonly change: (item: Item) => Item;
}

/** What the noun of the items knows about them. */
export interface BulkRules<Item extends BulkItem> {
  readonly isSame: (before: Item, after: Item) => boolean;
  /** Problems that the edit introduces, by field ID or another key. */
  readonly problems: (before: Item, after: Item) => Readonly<Record<string, string>>;
}

/** Old and new value of each field in one item. */
export function previewItem<Item extends BulkItem>(
  item: Item,
  changes: readonly FieldChange<Item>[],
  { isSame, problems }: BulkRules<Item>,
): PreviewedItem<Item> {
  const able = changes.filter(({ field }) => field.unable(item) === undefined);
  const after = able.reduce((changed, { change }) => change(changed), item);
  const isUnchanged = isSame(item, after);
  const found = isUnchanged ? {} : problems(item, after);
  const fields = changes.map(({ field }): PreviewedField => {
    const { id: fieldId, label } = field;
    const reason = field.unable(item) ?? found[fieldId];
    return { fieldId, label, before: field.text(item), after: field.text(after), reason };
  });
  const others = Object.entries(found).filter(([key]) => changes.every(({ field }) => field.id !== key));
  const isUnable = Object.keys(found).length > 0 || able.length === 0;
  const whole = able.length === changes.length ? 'changed' : 'partly';
  return {
    item,
    after,
    outcome: isUnable ? 'unable' : isUnchanged ? 'unchanged' : whole,
    fields: [
      ...fields,
      ...others.map(([fieldId, reason]) => ({ fieldId, label: '', before: '', after: '', reason })),
    ],
  };
}

/** Items that need a look come first. */
export const outcomeOrder = ['unable', 'partly', 'changed', 'unchanged'] as const;

/** The text after an edit; undefined while the entry is incomplete. */
export function textChange(
  { way, find, by }: FieldEdit,
  value: string,
): ((text: string) => string) | undefined {
  if (way === 'clear') return () => '';
  if (way === 'replace')
    return find === '' ? undefined : (text) => editText(text, { do: 'replace', find, by });
  if (value.trim() === '') return undefined;
  return way === 'append' ? (text) => editText(text, { do: 'append', text: value }) : () => value;
}

/** The list after an edit; entries are equal if their keys are. Undefined while the entry is incomplete. */
export function listChange<Entry>(
  { way }: Pick<FieldEdit, 'way'>,
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): ((list: readonly Entry[]) => readonly Entry[]) | undefined {
  if (way === 'clear') return () => [];
  if (entries.length === 0) return undefined;
  const keys = new Set(entries.map(keyOf));
  if (way === 'set') return () => entries;
  const others = (list: readonly Entry[]) => list.filter((entry) => !keys.has(keyOf(entry)));
  if (way === 'remove') return others;
  return (list) => {
    const given = new Map(entries.map((entry) => [keyOf(entry), entry]));
    const present = new Set(list.map(keyOf));
    return [
      ...list.map((entry) => given.get(keyOf(entry)) ?? entry),
      ...entries.filter((entry) => !present.has(keyOf(entry))),
    ];
  };
}

/** The value that all of them have; undefined if they differ. */
export function commonValue<Value>(
  values: readonly Value[],
  isSame: (a: Value, b: Value) => boolean,
): Value | undefined {
  const [first, ...rest] = values;
  return first !== undefined && rest.every((value) => isSame(first, value)) ? first : undefined;
}
