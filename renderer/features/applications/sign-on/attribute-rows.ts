import type { AssertionAttribute } from '../../../../contract/applications/setting-values.ts';
import type { ComparedValue, EditedPart, FieldEditing } from '../editing/application-editing.svelte.ts';
import type { Attributes } from './setting-parts.ts';

/** A row of an attribute; `index` is its position in the draft, undefined if it isn't in the draft. */
export interface AttributeRow {
  readonly id: string;
  readonly index: number | undefined;
  readonly name: string;
  /** The expression in the draft, originally, and on the tenant; undefined if there is none. */
  readonly value: ComparedValue<string | undefined>;
}

/** One attribute of the list by name; undefined if there is none. */
export function attributePart(
  attributes: EditedPart<Attributes>,
  name: string,
): EditedPart<string | undefined> {
  return {
    id: `${attributes.id}.${name}`,
    label: name,
    get: (state) => attributes.get(state)?.find((attribute) => attribute.name === name)?.value,
    set: (state, value) => attributes.set(state, withAttribute(attributes.get(state) ?? [], name, value)),
  };
}

function withAttribute(
  list: readonly AssertionAttribute[],
  name: string,
  value: string | undefined,
): readonly AssertionAttribute[] {
  if (value === undefined) return list.filter((attribute) => attribute.name !== name);
  const isThere = list.some((attribute) => attribute.name === name);
  return isThere
    ? list.map((attribute) => (attribute.name === name ? { name, value } : attribute))
    : [...list, { name, value }];
}

/** The attributes of the draft in order, then those missing from it: removed here, or added on the tenant. */
export function attributeRows(
  editing: FieldEditing,
  attributes: EditedPart<Attributes>,
): readonly AttributeRow[] {
  const { typed = [], base = [], live = [] } = editing.compare(attributes);
  const rows = typed.map(({ name, value }, index): AttributeRow => {
    const compared = editing.compare(attributePart(attributes, name));
    return { id: `at ${index}`, index, name, value: { ...compared, typed: value } };
  });
  const shown = new Set(typed.map(({ name }) => name));
  const gone = new Set([...base, ...live].map(({ name }) => name).filter((name) => !shown.has(name)));
  return [
    ...rows,
    ...[...gone].flatMap((name): AttributeRow[] => {
      const value = editing.compare(attributePart(attributes, name));
      // Removed on both sides: nothing to show.
      return value.live === undefined && value.typed === undefined
        ? []
        : [{ id: `gone ${name}`, index: undefined, name, value }];
    }),
  ];
}
