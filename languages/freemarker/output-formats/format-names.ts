/** The standard output formats, by name; what they do is in the format modules. */
export const STANDARD_FORMATS = [
  'undefined',
  'plainText',
  'HTML',
  'XHTML',
  'XML',
  'RTF',
  'JavaScript',
  'JSON',
  'CSS',
] as const;

const MARKUP_FORMATS: ReadonlySet<string> = new Set(['HTML', 'XHTML', 'XML', 'RTF']);

/** Whether the format can escape; `HTML{RTF}`-like combinations of markup formats can. */
export function isMarkupFormat(name: string): boolean {
  return MARKUP_FORMATS.has(name) || name.endsWith('}');
}

export function isStandardFormat(name: string): boolean {
  return (STANDARD_FORMATS as readonly string[]).includes(name);
}

/** The format that a template's file name ending asks for, when that is recognized. */
export function formatOfExtension(templateName: string): string | undefined {
  const ending = /\.ftl([hx])$/i.exec(templateName)?.[1]?.toLowerCase();
  return ending === 'h' ? 'HTML' : ending === 'x' ? 'XML' : undefined;
}
