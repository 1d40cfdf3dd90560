/** An edit within a text, relative to its present value. */
export type TextEditing =
  | { readonly do: 'append'; readonly text: string }
  | { readonly do: 'replace'; readonly find: string; readonly by: string };

export function editText(text: string, edit: TextEditing): string {
  // Both strings are literal: neither `.` nor `$&` has a special meaning.
  if (edit.do === 'replace') return text.split(edit.find).join(edit.by);
  if (text.trim() === '') return edit.text;
  return text.includes('\n') ? `${text.replace(/\n$/, '')}\n${edit.text}` : `${text.trimEnd()} ${edit.text}`;
}
