import type { ProposedSettings } from '../../../../contract/applications/applications.ts';
import { flagIn } from '../../../../contract/applications/setting-values.ts';
import type { FieldOfRecord } from '../../../../contract/applications/sign-on-fields.ts';
import type { ApplicationEditing, EditedPart } from '../editing/application-editing.svelte.ts';
import { flagPart, textPart } from './setting-parts.ts';

/** A field with a value in the service provider metadata. */
export interface MetadataRow {
  /** Path edited by the field. */
  readonly path: string;
  readonly label: string;
  /** Current value as text; empty if there is none. */
  readonly now: string;
  readonly proposed: string;
  readonly isSame: boolean;
  /** Writes the value into the draft. */
  readonly fill: () => void;
}

/** Metadata values in the order of the form; values without a field are skipped. */
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
  format: (value: Value) => string,
): MetadataRow {
  const { typed } = editing.compare(part);
  return {
    path: part.id,
    label: part.label,
    now: format(typed),
    proposed: format(proposed),
    isSame: typed === proposed,
    fill: () => editing.change(part, proposed),
  };
}
