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

/** Whether the name is that of a standard format, or combines markup formats: `HTML{RTF{XML}}`. */
export function isKnownFormat(name: string): boolean {
  if ((STANDARD_FORMATS as readonly string[]).includes(name)) return true;
  const combined = /^([^{}]+)\{(.+)\}$/.exec(name);
  if (combined === null) return false;
  const [, outer = '', inner = ''] = combined;
  return MARKUP_FORMATS.has(outer) && isMarkupFormat(inner) && isKnownFormat(inner);
}

/**
 * How the format of a name is written here. Markup formats that are combined by one name, `XML{HTML}`, are put into braces: the
 * original makes a format without a name of them, unlike of those that directives nest.
 */
export function formatNamed(name: string): string {
  return (STANDARD_FORMATS as readonly string[]).includes(name) ? name : `{${name}}`;
}

/** The name that a template sees. */
export function visibleFormatName(format: string): string {
  if (!format.startsWith('{')) return format;
  let depth = 0;
  let end = 0;
  do {
    if (format[end] === '{') depth++;
    else if (format[end] === '}') depth--;
    end++;
  } while (depth > 0 && end < format.length);
  return end === format.length ? '' : `null${format.slice(end)}`;
}

/** The format that a template's file name ending asks for, when that is recognized. */
export function formatOfExtension(templateName: string): string | undefined {
  const ending = /\.ftl([hx])$/i.exec(templateName)?.[1]?.toLowerCase();
  return ending === 'h' ? 'HTML' : ending === 'x' ? 'XML' : undefined;
}
