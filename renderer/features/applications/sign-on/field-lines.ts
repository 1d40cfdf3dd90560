import type { FieldOfRecord, FieldType } from '../../../../contract/applications/sign-on-fields.ts';

type Field = Pick<FieldOfRecord, 'path' | 'type' | 'isRequired'>;

const wideTypes: ReadonlySet<FieldType> = new Set(['url', 'urls', 'texts', 'secret', 'keys', 'scopes']);

/** A line holds two fields that are short by nature. */
const isWide = ({ type, isRequired }: Field): boolean => isRequired === true || wideTypes.has(type);

/** Paths of the fields that fill a line: wide ones, and short ones with no other short one beside them. */
export function onLinesOfTheirOwn(fields: readonly Field[]): ReadonlySet<string> {
  const own = new Set<string>();
  let waiting: string | undefined;
  for (const field of fields) {
    if (!isWide(field)) {
      waiting = waiting === undefined ? field.path : undefined;
      continue;
    }
    own.add(field.path);
    if (waiting !== undefined) own.add(waiting);
    waiting = undefined;
  }
  if (waiting !== undefined) own.add(waiting);
  return own;
}
