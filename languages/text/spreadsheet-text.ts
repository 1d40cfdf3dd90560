/**
 * Text that a spreadsheet takes for text. A cell that begins like a formula would be run, and so would what follows a
 * semicolon, a tab or a line break within a cell in a program that separates cells by those: quotes help only where a cell
 * begins for that program, too. An apostrophe makes it text. Plain numbers stay what they are. The wide and small forms of
 * the signs are read as the narrow ones by some programs. Source: OWASP, "CSV Injection".
 */
export function withoutFormulas(text: string): string {
  if (!/[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\t\r]/.test(text)) return text;
  if (number.test(text)) return text;
  const guarded = text.replaceAll(afterSeparator, (found, cell: string) => {
    return number.test(cell) ? found : `${found.slice(0, found.length - cell.length)}${guard(cell)}`;
  });
  return guard(guarded);
}

/** Digits with their signs: a formula needs more than that. */
const number = /^[+-]?(?:\d[\d.,]*|[.,]\d+)(?:e[+-]?\d+)?$/i;
/** What is no letter and no sign before a formula is dropped by one program or another. */
const ignored = String.raw`[\s"\p{Default_Ignorable_Code_Point}\p{Cc}]*`;
const formula = new RegExp(String.raw`^(?<before>${ignored})(?=[=+\-@＝＋－＠﹦﹢﹣﹫])`, 'v');
const afterSeparator = /(?<=[;\t\r\n|])([^;\t\r\n|]+)/g;

function guard(cell: string): string {
  if (/^[\t\r]/.test(cell)) return `'${cell}`;
  return cell.replace(formula, "$<before>'");
}
