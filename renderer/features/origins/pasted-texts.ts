/**
 * The addresses in what was pasted, in its order and each once: lines, a list with commas or semicolons, the words of a
 * sentence, or the array of a JSON file.
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
    // An IPv6 address begins like this, too.
    return undefined;
  }
}

const withoutQuotes = (text: string): string => text.replaceAll(/^["'“”‘’`<]+|["'“”‘’`>]+$/g, '');
