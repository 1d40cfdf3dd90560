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

/** Longer texts are left to `replace`: putting a text together from many pieces takes memory. */
const MAX_PIECED = 4_096;

export function escapeHtml(text: string): string {
  if (text.length <= MAX_PIECED) return escapeByCharacter(text, '&#39;');
  return text.replace(HTML_SPECIAL, (c) => HTML_ENTITIES[c] ?? c);
}

export function escapeXml(text: string): string {
  if (text.length <= MAX_PIECED) return escapeByCharacter(text, '&apos;');
  return text.replace(HTML_SPECIAL, (c) => (c === "'" ? '&apos;' : (HTML_ENTITIES[c] ?? c)));
}

function escapeByCharacter(text: string, apostrophe: string): string {
  const { length } = text;
  let result = '';
  let copied = 0;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code > 62 || code < 34) continue;
    let entity: string;
    if (code === 60) entity = '&lt;';
    else if (code === 62) entity = '&gt;';
    else if (code === 38) entity = '&amp;';
    else if (code === 34) entity = '&quot;';
    else if (code === 39) entity = apostrophe;
    else continue;
    result += copied === at ? entity : text.slice(copied, at) + entity;
    copied = at + 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

export function escapeRtf(text: string): string {
  return text.replace(RTF_SPECIAL, (c) => `\\${c}`);
}

/**
 * Escapes text for a markup output format by name. A combined one, `HTML{XML}` or `HTML{XML}{RTF}` (which is `{RTF}`
 * inside of `HTML{XML}`), escapes for its last part first.
 */
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
      if (!format.endsWith('}')) return text;
      const parts = format.split(/[{}]+/).filter((part) => part !== '');
      return parts.reduceRight((escaped, part) => escapeFor(part, escaped), text);
    }
  }
}
