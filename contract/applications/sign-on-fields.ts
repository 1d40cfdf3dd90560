import type { Protocol } from './application-protocol.ts';
import { valueAt } from './application-settings.ts';
import type { SignOnField } from './sign-on-field.ts';
import { generalFields } from './sign-on-fields-general.ts';
import { oauthFields } from './sign-on-fields-oauth.ts';
import { pageFields } from './sign-on-fields-pages.ts';
import { samlFields } from './sign-on-fields-saml.ts';

export type { FieldOption, FieldType, SectionId, SignOnField } from './sign-on-field.ts';
export { fieldTypes, sections } from './sign-on-field.ts';

/** All editable members of an application record, in display order. */
export const signOnFields: readonly SignOnField[] = [
  ...generalFields,
  ...samlFields,
  ...oauthFields,
  ...pageFields,
];

/** A field with the path that it edits in this record. */
export interface FieldOfRecord extends SignOnField {
  /** The first of its paths that the record has, otherwise `path`. */
  readonly editedPath: string;
}

/**
 * The fields of a protocol for this record, in order: resolves which of several paths the record uses, and omits tenant-specific
 * fields that it doesn't have. An unknown protocol has only the general fields.
 */
export function fieldsOf(protocol: Protocol, record: Readonly<Record<string, unknown>>): FieldOfRecord[] {
  return signOnFields.flatMap((field) => {
    if (field.protocols !== 'all' && !field.protocols.includes(protocol)) return [];
    const present = pathsOf(field).filter((path) => isReadable(record, path));
    const [editedPath = field.path] = [
      ...present.filter((path) => !isEmptyValue(valueAt(record, path))),
      ...present,
    ];
    const isNeeded = field.isNeededBy !== undefined && isReadable(record, field.isNeededBy);
    const isHidden = field.isOnlyWherePresent === true && present.length === 0 && !isNeeded;
    return isHidden ? [] : [{ ...field, editedPath }];
  });
}

/** All names of the member, the usual one first. */
export function pathsOf({ path, otherPaths = [] }: SignOnField): readonly string[] {
  return [path, ...otherPaths];
}

/** True if absent, null, an empty list, or text without characters other than whitespace. */
export function isEmptyValue(value: unknown): boolean {
  if (value == null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** True if the record has the member, even if it is null. */
function isReadable(record: Readonly<Record<string, unknown>>, path: string): boolean {
  const [name = '', inner] = path.split('.');
  if (inner === undefined) return name in record;
  const within = record[name];
  return typeof within === 'object' && within !== null && inner in within;
}
