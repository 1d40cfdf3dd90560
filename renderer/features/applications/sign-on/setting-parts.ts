import type { ApplicationState } from '../../../../contract/applications/applications.ts';
import type { JsonValue } from '../../../../contract/applications/application-settings.ts';
import { valueAt, withValue } from '../../../../contract/applications/application-settings.ts';
import { keySetOf, keySetText } from '../../../../contract/applications/key-set.ts';
import type { KnownScope } from '../../../../contract/applications/known-scopes.ts';
import { knownScopesAs, knownScopesIn } from '../../../../contract/applications/known-scopes.ts';
import type { AssertionAttribute } from '../../../../contract/applications/setting-values.ts';
import {
  attributesAs,
  attributesIn,
  flagAs,
  flagIn,
  listAs,
  textsIn,
} from '../../../../contract/applications/setting-values.ts';
import type { FieldOfRecord } from '../../../../contract/applications/sign-on-fields.ts';
import { isEmptyValue } from '../../../../contract/applications/sign-on-fields.ts';
import type { EditedPart, FieldEditing } from '../editing/application-editing.svelte.ts';
import { formatExact } from '../../../../languages/json/format-exact.ts';
import { isNumber, numberIn } from '../../../../languages/json/exact-number.ts';

/**
 * An editable setting. It is written in the format it had when the draft was started; clearing a value that was
 * empty restores the original.
 */
function settingPart<Value>(
  editing: Pick<FieldEditing, 'base'>,
  { editedPath, label }: FieldOfRecord,
  read: (raw: unknown) => Value,
  write: (value: Value, before: unknown) => JsonValue,
): EditedPart<Value> {
  return {
    id: editedPath,
    label,
    get: ({ settings }) => read(valueAt(settings, editedPath)),
    set: (state, value) => {
      const before = valueAt(editing.base.settings, editedPath) as JsonValue | undefined;
      const written = write(value, before);
      const next = isEmptyValue(written) && isEmptyValue(before) ? before : written;
      return withSetting(state, editedPath, next);
    },
  };
}

const withSetting = (
  state: ApplicationState,
  path: string,
  value: JsonValue | undefined,
): ApplicationState => ({ ...state, settings: { ...withValue(state.settings, path, value) } });

const textIn = (raw: unknown): string =>
  typeof raw === 'string' ? raw : raw == null ? '' : formatExact(raw);

/** A number stays a number. */
const textAs = (text: string, before: unknown): JsonValue =>
  isNumber(before) ? (numberIn(text) ?? text) : text;

export const textPart = (editing: Pick<FieldEditing, 'base'>, field: FieldOfRecord): EditedPart<string> =>
  settingPart(editing, field, textIn, textAs);

export const listPart = (
  editing: Pick<FieldEditing, 'base'>,
  field: FieldOfRecord,
): EditedPart<readonly string[]> =>
  settingPart(editing, field, textsIn, (texts, before) => listAs(before, texts));

/** A missing flag counts as off and stays missing until it is set. */
export const flagPart = (editing: Pick<FieldEditing, 'base'>, field: FieldOfRecord): EditedPart<boolean> => ({
  ...settingPart(
    editing,
    field,
    (raw) => flagIn(raw) ?? false,
    (isSet, before) => flagAs(before, isSet),
  ),
  set: (state, isSet) => {
    const before = valueAt(editing.base.settings, field.editedPath) as JsonValue | undefined;
    const isAsBefore = (flagIn(before) ?? false) === isSet;
    return withSetting(state, field.editedPath, isAsBefore ? before : flagAs(before, isSet));
  },
});

export const keysPart = (editing: Pick<FieldEditing, 'base'>, field: FieldOfRecord): EditedPart<string> => ({
  ...settingPart(editing, field, keySetText, keySetOf),
  // A cleared object is removed, because an empty JWKS isn't valid.
  set: (state, text) => withSetting(state, field.editedPath, text.trim() === '' ? undefined : keySetOf(text)),
});

/** Undefined if the tenant's format can't be edited here. */
export type Scopes = readonly KnownScope[] | undefined;

export const scopesPart = (editing: Pick<FieldEditing, 'base'>, field: FieldOfRecord): EditedPart<Scopes> =>
  settingPart(editing, field, knownScopesIn, (scopes, before) => knownScopesAs(before, scopes ?? []));

/** Undefined if the tenant's format can't be edited here. */
export type Attributes = readonly AssertionAttribute[] | undefined;

export const attributesPart = (
  editing: Pick<FieldEditing, 'base'>,
  field: FieldOfRecord,
): EditedPart<Attributes> =>
  settingPart(editing, field, attributesIn, (attributes, before) => attributesAs(before, attributes ?? []));

/** A field of any type, for counts and markers. */
export function partOf(
  editing: Pick<FieldEditing, 'base'>,
  field: FieldOfRecord,
): Pick<EditedPart<unknown>, 'id' | 'label' | 'get'> {
  switch (field.type) {
    case 'urls':
    case 'texts':
      return listPart(editing, field);
    case 'flag':
      return flagPart(editing, field);
    case 'attributes':
      return attributesPart(editing, field);
    case 'keys':
      return keysPart(editing, field);
    case 'scopes':
      return scopesPart(editing, field);
    default:
      return textPart(editing, field);
  }
}
