import type { TextEdit } from '../../../contract/changes/changes.ts';
import { editText } from '../../../languages/text/edit-text.ts';

/** The text members of a state after the edits; other members aren't included. */
export function editTexts(
  state: unknown,
  edits: Readonly<Record<string, TextEdit>>,
): Readonly<Record<string, string>> {
  const members = new Map<string, unknown>(
    typeof state === 'object' && state !== null ? Object.entries(state) : [],
  );
  return Object.fromEntries(
    Object.entries(edits).flatMap(([name, edit]) => {
      const text = members.get(name);
      return typeof text === 'string' ? [[name, editText(text, edit)]] : [];
    }),
  );
}
