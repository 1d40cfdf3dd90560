/**
 * The distinct entries of the pasted text, in order: lines, comma- or semicolon-separated values, words, or a JSON array.
 */
export function pastedTexts(pasted: string): string[] {
  const texts = textsOfArray(pasted) ?? pasted.split(/[\s,;]+/).map(withoutQuotes);
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}

function textsOfArray(pasted: string): string[] | undefined {
  if (!pasted.trimStart().startsWith('[')) return undefined;
  try {
    const parsed: unknown = JSON.parse(pasted);
    return Array.isArray(parsed) && parsed.every((entry) => typeof entry === 'string') ? parsed : undefined;
  } catch {
    // An IPv6 address begins with a bracket, too.
    return undefined;
  }
}

const withoutQuotes = (text: string): string => text.replaceAll(/^["'“”‘’`<]+|["'“”‘’`>]+$/g, '');
