import type { ProposedSettings } from '../../../../contract/applications/applications.ts';
import { flagIn } from '../../../../contract/applications/setting-values.ts';
import type { FieldOfRecord } from '../../../../contract/applications/sign-on-fields.ts';
import type { ApplicationEditing, EditedPart } from '../editing/application-editing.svelte.ts';
import { flagPart, textPart } from './setting-parts.ts';

/** A field that the metadata of a service provider say something of. */
export interface MetadataRow {
  /** The member that the field edits. */
  readonly path: string;
  readonly label: string;
  /** As it is typed now, in words; empty for nothing. */
  readonly now: string;
  readonly proposed: string;
  readonly isSame: boolean;
  /** Writes it into the draft, as if it were typed. */
  readonly fill: () => void;
}

/** What the metadata say, in the order of the form; what no field stands for is left out. */
export function metadataRows(
  editing: ApplicationEditing,
  fields: readonly FieldOfRecord[],
  { settings }: Pick<ProposedSettings, 'settings'>,
): readonly MetadataRow[] {
  return fields.flatMap((field): MetadataRow[] => {
    const proposed = settings[field.path];
    if (field.isReadOnly === true || proposed === undefined) return [];
    if (field.type === 'flag')
      return [
        rowOf(editing, flagPart(editing, field), flagIn(proposed) ?? false, (on) => (on ? 'On' : 'Off')),
      ];
    return typeof proposed === 'string' ? [rowOf(editing, textPart(editing, field), proposed, String)] : [];
  });
}

function rowOf<Value extends string | boolean>(
  editing: ApplicationEditing,
  part: EditedPart<Value>,
  proposed: Value,
  words: (value: Value) => string,
): MetadataRow {
  const { typed } = editing.compare(part);
  return {
    path: part.id,
    label: part.label,
    now: words(typed),
    proposed: words(proposed),
    isSame: typed === proposed,
    fill: () => editing.change(part, proposed),
  };
}
