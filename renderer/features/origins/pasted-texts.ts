/**
 * The distinct entries of the pasted text, in order: lines, comma- or semicolon-separated values, words, or a JSON array.
 * Words of a line are entries only if each could be one: a sentence stays together, to be rejected as a whole.
 */
export function pastedTexts(pasted: string): string[] {
  const texts = textsOfArray(pasted) ?? pasted.split(/[\r\n,;]+/).flatMap(textsOfLine);
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}

function textsOfLine(line: string): string[] {
  const texts = line.trim().split(/\s+/).map(withoutQuotes);
  return texts.length === 1 || texts.every(isLikeHost) ? texts : [withoutQuotes(line.trim())];
}

/** A URL, or a host name with a dot or a port. A single word could be one too, but then it isn't in a sentence. */
const isLikeHost = (text: string): boolean =>
  /^([a-z][a-z0-9+.-]*:\/\/\S+|localhost|\[[0-9a-f:.]+\](:\d+)?|[^\s!]+[.:][^\s!]+)$/i.test(text);

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
