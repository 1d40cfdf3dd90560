const FIRST_TOKEN = /^(?:[\n\r\t ]+|[^$<#[{\n\r\t ]+|[^])/;

/**
 * The length of the first token that the original's lexer makes of a text: a run of whitespace, a run of other
 * characters, or one of the characters that may begin a tag or an interpolation. Errors are placed on it.
 */
export function firstTextToken(text: string): number {
  return FIRST_TOKEN.exec(text)?.[0].length ?? 0;
}
