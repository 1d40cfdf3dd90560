import { parseTemplate } from '../parser/parse.ts';
import { Unformattable } from './format-error.ts';
import type { FormatRejection } from './format-error.ts';
import { layOut } from './layout.ts';
import { piecesOf } from './pieces.ts';
import { tokensOf } from './tokens.ts';

export interface FormattedTemplate {
  readonly formatted: string;
  /** Where the cursor is then: in the same token, as far into it. */
  readonly cursor: number;
}

/** The longest template that is formatted interactively. UTF-16 units. */
export const maxTemplateLength = 400_000;

/**
 * Formats a template that prints JSON: members and directives line by line, indented by nesting. The only change
 * is whitespace between JSON tokens, so that the printed JSON means the same; text in quotes, values, macros, and
 * comments stay unchanged. Fails if that can't be guaranteed. Line breaks are line feeds. Nothing is thrown.
 */
export function formatTemplate(source: string, cursor = 0): FormattedTemplate | FormatRejection {
  const text = source.replaceAll(/\r\n?/g, '\n');
  if (text.length > maxTemplateLength) return { rejection: 'The template is too long to format.', offset: 0 };
  try {
    const template = parseTemplate(text, { tolerant: true });
    const [error] = template.errors;
    if (error !== undefined)
      return { rejection: 'Fix the error in the template first.', offset: error.start };
    const tokens = tokensOf(text, piecesOf(template));
    const laid = layOut(text, tokens);
    const formatted = /\n\s*$/.test(text) && tokens.length > 0 ? `${laid.text}\n` : laid.text;
    const index = tokens.findIndex(({ end }) => cursor <= end);
    const [token, start] = [tokens[index], laid.starts[index]];
    if (token === undefined || start === undefined) return { formatted, cursor: formatted.length };
    return { formatted, cursor: start + Math.max(0, cursor - token.start) };
  } catch (error) {
    if (error instanceof Unformattable) return { rejection: error.rejection, offset: error.offset };
    return { rejection: 'The template can’t be parsed.', offset: 0 };
  }
}
