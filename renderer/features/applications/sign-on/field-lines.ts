import type { FieldOfRecord, FieldType } from '../../../../contract/applications/sign-on-fields.ts';

type Field = Pick<FieldOfRecord, 'path' | 'type'>;

const wideTypes: ReadonlySet<FieldType> = new Set(['urls', 'texts', 'keys', 'scopes']);

/** A line fits two fields of one value each. */
const isWide = ({ type }: Field): boolean => wideTypes.has(type);

/** Paths of full-width fields: lists, and others that would stand alone before one. */
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
