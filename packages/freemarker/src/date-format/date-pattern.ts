/** A pattern that java.text.SimpleDateFormat would reject. `message` follows Java's. */
export class DatePatternError extends Error {
  override readonly name = 'DatePatternError';
  readonly code = 'date_pattern';
}

/** A piece of a compiled pattern: text, or a letter with its run length. */
export type DatePatternPart =
  { readonly text: string } | { readonly letter: DateLetter; readonly count: number };

const letters = 'GyMdkHmsSEDFwWahKzZYuXL';
export type DateLetter =
  | ('G' | 'y' | 'M' | 'd' | 'k' | 'H' | 'm' | 's' | 'S' | 'E' | 'D' | 'F')
  | ('w' | 'W' | 'a' | 'h' | 'K' | 'z' | 'Z' | 'Y' | 'u' | 'X' | 'L');

const isDateLetter = (ch: string): ch is DateLetter => letters.includes(ch);

/**
 * Cuts a SimpleDateFormat pattern into its parts.
 * @throws DatePatternError for an unknown letter, an open quote or more than three X
 */
export function parseDatePattern(pattern: string): readonly DatePatternPart[] {
  const parts: DatePatternPart[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') parts.push({ text });
    text = '';
  };
  for (let at = 0; at < pattern.length;) {
    const ch = pattern.charAt(at);
    if (ch === "'") {
      const quoted = readQuoted(pattern, at);
      text += quoted.text;
      at = quoted.end;
    } else if (/[a-zA-Z]/.test(ch)) {
      if (!isDateLetter(ch)) throw new DatePatternError(`Illegal pattern character '${ch}'`);
      let end = at + 1;
      while (pattern.charAt(end) === ch) end++;
      if (ch === 'X' && end - at > 3)
        throw new DatePatternError(`invalid ISO 8601 format: length=${end - at}`);
      flush();
      parts.push({ letter: ch, count: end - at });
      at = end;
    } else {
      text += ch;
      at++;
    }
  }
  flush();
  return parts;
}

function readQuoted(pattern: string, start: number): { text: string; end: number } {
  if (pattern.charAt(start + 1) === "'") return { text: "'", end: start + 2 };
  let text = '';
  for (let at = start + 1; at < pattern.length; at++) {
    if (pattern.charAt(at) !== "'") text += pattern.charAt(at);
    else if (pattern.charAt(at + 1) === "'") {
      text += "'";
      at++;
    } else return { text, end: at + 1 };
  }
  throw new DatePatternError('Unterminated quote');
}
