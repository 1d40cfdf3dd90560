/**
 * Text that a spreadsheet treats as text. A cell that begins like a formula would be executed, and so would
 * text after a semicolon, tab or line break in programs that separate cells by those: quotes only help if the
 * cell begins there for that program too. An apostrophe makes it text. Plain numbers are unchanged. Some
 * programs read the full-width and small forms of the signs as the ASCII ones. Source: OWASP, "CSV
 * Injection".
 */
export function withoutFormulas(text: string): string {
  if (!/[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\t\r]/.test(text)) return text;
  if (number.test(text)) return text;
  const guarded = text.replaceAll(afterSeparator, (found, cell: string) => {
    return number.test(cell) ? found : `${found.slice(0, found.length - cell.length)}${guard(cell)}`;
  });
  return guard(guarded);
}

/** A number with its signs, which is too little for a formula. */
const number = /^[+-]?(?:\d[\d.,]*|[.,]\d+)(?:e[+-]?\d+)?$/i;
/** Characters before a formula that one program or another drops. */
const ignored = String.raw`[\s"\p{Default_Ignorable_Code_Point}\p{Cc}]*`;
const formula = new RegExp(String.raw`^(?<before>${ignored})(?=[=+\-@＝＋－＠﹦﹢﹣﹫])`, 'v');
const afterSeparator = /(?<=[;\t\r\n|])([^;\t\r\n|]+)/g;

function guard(cell: string): string {
  if (/^[\t\r]/.test(cell)) return `'${cell}`;
  return cell.replace(formula, "$<before>'");
}
