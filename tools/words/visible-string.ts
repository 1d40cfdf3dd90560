import type { Role } from './text.ts';

const sql =
  /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|WITH|FROM|WHERE|ORDER BY|BEGIN|JOIN)\b/;
const markup = /^\s*<[a-z!/?]/i;
const styles = /\b(default-src|[a-z]+-src) '|(^|[\s:])(var\(--|calc\(|\d+(px|rem|fr)\b)|^[a-z-]+:\s*[^ ]+;/;

/** Names of members, arguments and attributes whose text is shown. */
export const shownNames =
  /^(label|title|text|hint|words?|message|placeholder|description|summary|name|detail|short|long|said|note|empty|what|value|advice|explanation|tag|one|many|other|aria-(label|description|roledescription|placeholder|valuetext)|alt)$/;

/** Member names whose strings are labels: buttons, tabs, menu items, fields and column headings. */
export const labelNames = /^(label|title|placeholder|aria-label|header|heading|action|tag)$/;

const technicalNames =
  /^(class|style|id|type|kind|href|src|key|icon|tone|variant|role|d|viewBox|method|path|event|selector|code|reason|state)$/;

/** Whether a string in code is shown to a user, from its text and from the name of the member that holds it. */
export function isVisible(text: string, name: string | undefined): boolean {
  const plain = text.replaceAll('\uFFFC', ' ');
  if (!/[a-z]{2}/i.test(plain) || sql.test(plain) || markup.test(plain) || styles.test(plain)) return false;
  if (name !== undefined && technicalNames.test(name)) return false;
  if (/[{}<>=\\|]|=>|;$|^--|^[./]/.test(plain)) return false;
  const words = plain.trim().split(/\s+/);
  if (words.length > 1)
    return words.filter((word) => /^[“"'(]?[A-Za-z][a-z’']*[.,:;?!…”")']*$/.test(word)).length >= 2;
  if (name !== undefined && shownNames.test(name)) return /^[A-Za-z][a-z’']+[….]?$/.test(words[0] ?? '');
  return /^[A-Z][a-z’']{2,}[….]?$/.test(words[0] ?? '');
}

/** Errors are thrown, or made by a function that is named so; labels are held by a member that is named so. */
export function roleOf(name: string | undefined, caller: string | undefined): Role {
  if (caller !== undefined && /error|fail|refus|problem|invalid/i.test(caller)) return 'error';
  if (name !== undefined && labelNames.test(name)) return 'label';
  if (name === 'hint') return 'hint';
  return name === 'message' ? 'error' : 'text';
}
