import type { ApplicationDetail, ApplicationState } from '../../../../contract/applications/applications.ts';
import { applicationStateOf } from '../../../../contract/applications/applications.ts';
import { protocolNames, protocolOf } from '../../../../contract/applications/application-protocol.ts';
import { iconLabel } from '../../../../contract/applications/icon-label.ts';
import { keySetOf, keysIn } from '../../../../contract/applications/key-set.ts';
import { introducedProblems } from '../../../../contract/applications/setting-problems.ts';
import type { FieldOfRecord, SignOnField } from '../../../../contract/applications/sign-on-fields.ts';
import { fieldsOf, sections, signOnFields } from '../../../../contract/applications/sign-on-fields.ts';
import { counted } from '../../../../languages/text/intl.ts';
import { isSameState } from '../../../drafts/same-state.ts';
import type { BulkField, BulkItem, BulkRules, BulkWay, FieldEdit } from '../../../review/bulk/bulk-edit.ts';
import { commonValue, listChange, textChange } from '../../../review/bulk/bulk-edit.ts';
import type { EditedPart, FieldEditing } from '../editing/application-editing.svelte.ts';
import { generalParts } from '../general-parts.ts';
import { isHiddenSecret } from '../sign-on/new-secret.ts';
import type { Attributes, Scopes } from '../sign-on/setting-parts.ts';
import {
  attributesPart,
  flagPart,
  keysPart,
  listPart,
  scopesPart,
  textPart,
} from '../sign-on/setting-parts.ts';

/** An application as it was loaded, and with the changes of the edit. */
export interface BulkApplication extends BulkItem {
  readonly base: ApplicationState;
  readonly state: ApplicationState;
  /** By the usual path. */
  readonly fields: ReadonlyMap<string, FieldOfRecord>;
  readonly protocolName: string;
}

export function bulkApplicationOf(detail: ApplicationDetail): BulkApplication {
  const state = applicationStateOf(detail);
  const protocol = protocolOf(detail.record);
  const fields = new Map(fieldsOf(protocol, detail.record).map((field) => [field.path, field]));
  return {
    ...{ id: detail.id, name: detail.name, base: state, state, fields },
    protocolName: protocolNames[protocol],
  };
}

type Base = Pick<FieldEditing, 'base'>;

/** How values of one type are shown, compared and changed. */
interface ValueType<Value> {
  readonly ways: readonly [BulkWay, ...BulkWay[]];
  readonly empty: Value;
  readonly text: (value: Value) => string;
  readonly changeOf: (edit: FieldEdit, entered: Value) => ((value: Value) => Value) | undefined;
}

interface Place<Value> {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly formPart: EditedPart<Value>;
  /** Undefined if the application doesn't have it. */
  readonly partIn: (application: BulkApplication) => EditedPart<Value> | undefined;
  readonly unable: (application: BulkApplication) => string | undefined;
}

function bulkField<Value>(
  form: FieldEditing,
  { id, label, hint, formPart, partIn, unable }: Place<Value>,
  { ways, empty, text, changeOf }: ValueType<Value>,
): BulkField<BulkApplication> {
  const valueIn = (application: BulkApplication): Value =>
    partIn(application)?.get(application.state) ?? empty;
  return {
    ...{ id, label, hint, ways, unable },
    text: (application) => text(valueIn(application)),
    begin: (applications) =>
      form.change(formPart, commonValue(applications.map(valueIn), isSameState) ?? empty),
    changeOf: (edit) => {
      const change = changeOf(edit, formPart.get(form.typed));
      if (change === undefined) return undefined;
      return (application) => {
        const part = partIn(application);
        if (part === undefined) return application;
        const state = part.set(application.state, change(part.get(application.state)));
        return { ...application, state };
      };
    },
  };
}

const textType = (ways: ValueType<string>['ways'], text = (value: string) => value): ValueType<string> => ({
  ...{ ways, empty: '', text },
  changeOf: textChange,
});

const listType: ValueType<readonly string[]> = {
  ways: ['set', 'add', 'remove', 'clear'],
  empty: [],
  text: (values) => values.join(', '),
  changeOf: (edit, entered) =>
    listChange(
      edit,
      entered.filter((value) => value.trim() !== ''),
      String,
    ),
};

const flagType: ValueType<boolean> = {
  ways: ['set'],
  empty: false,
  text: (isSet) => (isSet ? 'On' : 'Off'),
  changeOf: (_edit, isSet) => () => isSet,
};

/** Entries of a member whose format isn't known stay as they are. */
function entriesType<Entry extends { readonly name: string }>(
  text: (entry: Entry) => string,
): ValueType<readonly Entry[] | undefined> {
  return {
    ways: ['add', 'remove', 'set', 'clear'],
    empty: [],
    text: (entries) => entries?.map(text).join(', ') ?? 'unknown format',
    changeOf: (edit, entered = []) => {
      const change = listChange(edit, entered, ({ name }) => name);
      return change && ((entries) => (entries === undefined ? undefined : change(entries)));
    },
  };
}

const keysType = textType(['set', 'clear'], (text) =>
  text === '' ? '' : counted(keysIn(keySetOf(text)).length, 'key'),
);
const secretType = textType(['set', 'clear'], (value) =>
  value === '' ? '' : isHiddenSecret(value) ? 'set' : 'a new secret',
);
const attributesType = entriesType<NonNullable<Attributes>[number]>(({ name, value }) => `${name}: ${value}`);
const scopesType = entriesType<NonNullable<Scopes>[number]>(
  ({ name, paths }) => `${name}: ${paths.join(' ')}`,
);

/** A value that each application has for itself can't be the same in several. */
const ownWays = ['append', 'replace'] as const satisfies ValueType<string>['ways'];
const ownPaths: ReadonlySet<string> = new Set(['ServiceName', 'DisplayName']);
const textWays = ['set', 'append', 'replace', 'clear'] as const satisfies ValueType<string>['ways'];

function settingField(form: FieldEditing, field: SignOnField): BulkField<BulkApplication> {
  const inForm: FieldOfRecord = { ...field, editedPath: field.path };
  const { type, path, label, options = [] } = field;
  const isUrl = type === 'url';
  const place = <Value>(partOf: (base: Base, field: FieldOfRecord) => EditedPart<Value>): Place<Value> => ({
    ...{ id: path, label, hint: sections[field.section].title, formPart: partOf(form, inForm) },
    partIn: ({ fields, base }) => {
      const own = fields.get(path);
      return own === undefined ? undefined : partOf({ base }, own);
    },
    unable: ({ fields, protocolName }) =>
      fields.has(path) ? undefined : `${protocolName} applications don’t have this setting on this tenant.`,
  });
  switch (type) {
    case 'urls':
    case 'texts':
      return bulkField(form, place(listPart), listType);
    case 'flag':
      return bulkField(form, place(flagPart), flagType);
    case 'attributes':
      return bulkField(form, place(attributesPart), attributesType);
    case 'scopes':
      return bulkField(form, place(scopesPart), scopesType);
    case 'keys':
      return bulkField(form, place(keysPart), keysType);
    case 'secret':
      return bulkField(form, place(textPart), secretType);
    case 'choice':
      return bulkField(
        form,
        place(textPart),
        textType(['set', 'clear'], (value) => options.find((one) => one.value === value)?.label ?? value),
      );
    case 'lifetime':
    case 'number':
      return bulkField(form, place(textPart), textType(['set', 'clear']));
    case 'text':
    case 'url':
      return bulkField(
        form,
        place(textPart),
        textType(ownPaths.has(path) ? ownWays : isUrl ? ['set', 'replace', 'clear'] : textWays),
      );
  }
}

function generalField(
  form: FieldEditing,
  part: EditedPart<string>,
  type: ValueType<string>,
): BulkField<BulkApplication> {
  const place = {
    ...{ id: part.id, label: part.label, hint: 'Properties', formPart: part },
    partIn: () => part,
    unable: () => undefined,
  };
  return bulkField(form, place, type);
}

/** All fields of the Settings tab that can be set. */
export function applicationBulkFields(form: FieldEditing): readonly BulkField<BulkApplication>[] {
  return [
    generalField(form, generalParts.description, textType(textWays)),
    generalField(form, generalParts.name, textType(ownWays)),
    generalField(form, generalParts.icon, textType(['set'], iconLabel)),
    ...signOnFields.filter(({ isReadOnly }) => isReadOnly !== true).map((field) => settingField(form, field)),
  ];
}

export const applicationRules: BulkRules<BulkApplication> = {
  isSame: (before, after) => isSameState(before.state, after.state),
  problems: (before, after) => {
    const found = Object.entries(introducedProblems(after.state, before.base));
    const usualPaths = new Map([...before.fields.values()].map(({ path, editedPath }) => [editedPath, path]));
    return Object.fromEntries(found.map(([path, message]) => [usualPaths.get(path) ?? path, message]));
  },
};
