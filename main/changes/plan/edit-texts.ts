import type { TextEdit } from '../../../contract/changes/changes.ts';

/** The members of a state that are texts, as the edits make them of what they are; others are not named. */
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
  // Without a pattern on either side: neither `.` nor `$&` means anything but itself.
  if (edit.do === 'replace') return text.split(edit.find).join(edit.by);
  if (text.trim() === '') return edit.text;
  return text.includes('\n') ? `${text.replace(/\n$/, '')}\n${edit.text}` : `${text.trimEnd()} ${edit.text}`;
}
