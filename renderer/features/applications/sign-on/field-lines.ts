import type { FieldOfRecord, FieldType } from '../../../../contract/applications/sign-on-fields.ts';

type Field = Pick<FieldOfRecord, 'path' | 'type' | 'isRequired'>;

const wideTypes: ReadonlySet<FieldType> = new Set(['url', 'urls', 'texts', 'secret', 'keys', 'scopes']);

/** A line fits two short fields. */
const isWide = ({ type, isRequired }: Field): boolean => isRequired === true || wideTypes.has(type);

/** Paths of full-width fields: wide ones, and short ones without another short one beside them. */
export function fullWidthFields(fields: readonly Field[]): ReadonlySet<string> {
  const fullWidth = new Set<string>();
  let unpaired: string | undefined;
  for (const field of fields) {
    if (!isWide(field)) {
      unpaired = unpaired === undefined ? field.path : undefined;
      continue;
    }
    fullWidth.add(field.path);
    if (unpaired !== undefined) fullWidth.add(unpaired);
    unpaired = undefined;
  }
  if (unpaired !== undefined) fullWidth.add(unpaired);
  return fullWidth;
}
