import type { AssertionAttribute } from '../../../../contract/applications/setting-values.ts';
import type { ApplicationEditing, ComparedValue, EditedPart } from '../editing/application-editing.svelte.ts';
import type { Attributes } from './setting-parts.ts';

/** An attribute as its row shows it; `index` is its place in what is typed, undefined where it is not there. */
export interface AttributeRow {
  readonly id: string;
  readonly index: number | undefined;
  readonly name: string;
  /** The expression as typed, as it was, and tenant default; undefined where there is none. */
  readonly value: ComparedValue<string | undefined>;
}

/** One attribute of the list, by its name: undefined stands for none of that name. */
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

/** What is typed in its order, then what is gone from it: removed here, or added on the tenant meanwhile. */
export function attributeRows(
  editing: ApplicationEditing,
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
      // Gone here and there: nothing is left to be said about it.
      return value.live === undefined && value.typed === undefined
        ? []
        : [{ id: `gone ${name}`, index: undefined, name, value }];
    }),
  ];
}
