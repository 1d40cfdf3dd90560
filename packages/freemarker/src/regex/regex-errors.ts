/** A pattern that java.util.regex.Pattern would reject; `message` follows Java's, with the pattern and a caret. */
export class RegexSyntaxError extends Error {
  override readonly name = 'RegexSyntaxError';
  readonly code = 'regex_syntax';

  constructor(description: string, pattern: string, index: number) {
    const caret = index >= 0 && index < pattern.length ? `\n${' '.repeat(index)}^` : '';
    super(`${description} near index ${index}\n${pattern}${caret}`);
  }
}

/** A pattern that Java understands and this engine does not. */
export class RegexUnsupportedError extends Error {
  override readonly name = 'RegexUnsupportedError';
  readonly code = 'regex_unsupported';

  constructor(what: string) {
    super(`${what} is not supported in preview`);
  }
}

/** A replacement text that Java's Matcher would reject. */
export class RegexReplacementError extends Error {
  override readonly name = 'RegexReplacementError';
  readonly code = 'regex_replacement';
}
