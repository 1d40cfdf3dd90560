/** What begins a directive, a comment or an interpolation, in angle or square brackets. Source: FreeMarker manual, "Template". */
const opening = /<(?=\/?[#@])|\[(?=\/?[#@]|=)|[$#](?=\{)/g;

/** White space around what is written by an interpolation stays as it is. */
const header = '<#ftl strip_whitespace=false>\n';

/**
 * A template whose output is this text, whatever the event: what would begin a directive or an interpolation is written
 * by an interpolation itself.
 */
export function verbatimTemplate(text: string): string {
  const escaped = text.replace(opening, (sign) => `\${"${sign}"}`);
  return escaped === text ? text : header + escaped;
}
