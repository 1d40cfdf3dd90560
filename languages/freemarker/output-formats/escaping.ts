/** What each markup output format does to plain text. */
const HTML_SPECIAL = /[&<>"']/g;
const RTF_SPECIAL = /[\\{}]/g;

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(HTML_SPECIAL, (c) => HTML_ENTITIES[c] ?? c);
}

export function escapeXml(text: string): string {
  return text.replace(HTML_SPECIAL, (c) => (c === "'" ? '&apos;' : (HTML_ENTITIES[c] ?? c)));
}

export function escapeRtf(text: string): string {
  return text.replace(RTF_SPECIAL, (c) => `\\${c}`);
}

/** Escapes text for a markup output format by name; for `HTML{XML}` first for the inner, then for the outer. */
export function escapeFor(format: string, text: string): string {
  switch (format) {
    case 'HTML':
    case 'XHTML':
      return escapeHtml(text);
    case 'XML':
      return escapeXml(text);
    case 'RTF':
      return escapeRtf(text);
    default: {
      const combined = /^([^{]+)\{(.*)\}$/.exec(format);
      if (combined === null) return text;
      return escapeFor(combined[1] ?? '', escapeFor(combined[2] ?? '', text));
    }
  }
}
