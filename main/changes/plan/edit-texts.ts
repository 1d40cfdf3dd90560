import type { TextEdit } from '../../../contract/changes/changes.ts';

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

function editText(text: string, edit: TextEdit): string {
  // Both strings are literal: neither `.` nor `$&` has a special meaning.
  if (edit.do === 'replace') return text.split(edit.find).join(edit.by);
  if (text.trim() === '') return edit.text;
  return text.includes('\n') ? `${text.replace(/\n$/, '')}\n${edit.text}` : `${text.trimEnd()} ${edit.text}`;
}
