/** Starts of a directive, a comment or an interpolation, in angle or square brackets. Source: FreeMarker manual, "Template". */
const opening = /<(?=\/?[#@])|\[(?=\/?[#@]|=)|[$#](?=\{)/g;

/** Keeps the whitespace around interpolations. */
const header = '<#ftl strip_whitespace=false>\n';

/**
 * A template that outputs exactly this text for every event: the start of a directive or an interpolation is itself
 * written as an interpolation.
 */
export function verbatimTemplate(text: string): string {
  const escaped = text.replace(opening, (sign) => `\${"${sign}"}`);
  return escaped === text ? text : header + escaped;
}
